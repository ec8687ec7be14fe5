import { equal } from 'node:assert/strict'
import { findsNothing, hasFields, ignoringErrors, isUser } from './assertions.ts'
import { type AdapterCase, adapterCase } from './case.ts'
import { DATE, LATER, newSession, newUser, unique, unknownIdLike } from './records.ts'

/** Requirements for sessions. */
export const sessionCases: readonly AdapterCase[] = [
  adapterCase(
    'data',
    'returns a session with its user',
    'a user is signed out, or signed in without their fields.',
    ['createUser', 'createSession', 'getSessionAndUser'],
    async (adapter) => {
      await adapter.createUser(newUser())
      const user = await adapter.createUser(newUser())
      const { sessionToken, userId, expires } = newSession(user)
      hasFields(await adapter.createSession({ sessionToken, userId, expires }), { sessionToken, expires })
      const found = await adapter.getSessionAndUser(sessionToken)
      hasFields(found?.session, { sessionToken, expires: DATE })
      equal(String(found?.session.userId), String(userId))
      isUser(found?.user, user)
      hasFields(found?.user, { name: user.name, email: user.email, emailVerified: null })
    },
  ),

  adapterCase(
    'security',
    "returns a session with its user's current fields",
    'a user keeps a role or a verified address that was taken from them.',
    ['createUser', 'updateUser', 'createSession', 'getSessionAndUser'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const { sessionToken } = await adapter.createSession(newSession(user))
      await adapter.getSessionAndUser(sessionToken)
      await adapter.updateUser({ id: user.id, name: 'Bea', emailVerified: LATER })
      const found = await adapter.getSessionAndUser(sessionToken)
      hasFields(found?.user, { name: 'Bea', emailVerified: LATER, email: user.email })
    },
  ),

  adapterCase(
    'data',
    'extends one session and keeps its other fields',
    'a session ends too early, or ends another one.',
    ['createUser', 'createSession', 'updateSession', 'getSessionAndUser'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const [session, other] = [newSession(user), newSession(user)]
      for (const each of [session, other]) await adapter.createSession(each)
      await adapter.updateSession({ sessionToken: session.sessionToken, expires: LATER })
      const found = await adapter.getSessionAndUser(session.sessionToken)
      hasFields(found?.session, { sessionToken: session.sessionToken, expires: LATER })
      isUser(found?.user, user)
      hasFields((await adapter.getSessionAndUser(other.sessionToken))?.session, { expires: DATE })
    },
  ),

  // Reading a session extends it. If the user signs out at the same time, the sign-out takes
  // precedence.
  adapterCase(
    'security',
    'keeps a deleted session deleted when it is extended',
    'a session that a user ended can be used again.',
    ['createUser', 'createSession', 'updateSession', 'deleteSession', 'getSessionAndUser'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const { sessionToken } = await adapter.createSession(newSession(user))
      await adapter.deleteSession(sessionToken)
      await ignoringErrors(() => adapter.updateSession({ sessionToken, expires: LATER }))
      await findsNothing(() => adapter.getSessionAndUser(sessionToken))
    },
  ),

  adapterCase(
    'security',
    'deletes one session and keeps the others',
    'a session works after the sign-out, or a sign-out ends other sessions.',
    ['createUser', 'createSession', 'deleteSession', 'getSessionAndUser'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const [removed, kept] = [newSession(user), newSession(user)]
      for (const session of [removed, kept]) await adapter.createSession(session)
      await adapter.deleteSession(removed.sessionToken)
      await findsNothing(() => adapter.getSessionAndUser(removed.sessionToken))
      isUser((await adapter.getSessionAndUser(kept.sessionToken))?.user, user)
    },
  ),

  adapterCase(
    'security',
    "deletes all of a user's sessions, and no others",
    'a session works after it was revoked, or other users are signed out.',
    ['createUser', 'createSession', 'getSessionAndUser', 'deleteSessionsByUserId'],
    async (adapter) => {
      const [user, other] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const [first, second, kept] = [newSession(user), newSession(user), newSession(other)]
      for (const session of [first, second, kept]) await adapter.createSession(session)
      await adapter.deleteSessionsByUserId(user.id)
      await findsNothing(() => adapter.getSessionAndUser(first.sessionToken))
      await findsNothing(() => adapter.getSessionAndUser(second.sessionToken))
      isUser((await adapter.getSessionAndUser(kept.sessionToken))?.user, other)
    },
  ),

  adapterCase(
    'security',
    'finds no session that was created for an unknown user',
    'a session belongs to a user who does not exist.',
    ['createUser', 'createSession', 'getSessionAndUser'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const sessionToken = unique()
      await ignoringErrors(() =>
        adapter.createSession({ sessionToken, userId: unknownIdLike(id), expires: DATE }),
      )
      await findsNothing(() => adapter.getSessionAndUser(sessionToken))
    },
  ),

  adapterCase(
    'security',
    "deletes a deleted user's sessions",
    "a deleted user's session still works.",
    ['createUser', 'createSession', 'getSessionAndUser', 'deleteUser'],
    async (adapter) => {
      const [user, other] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const [removed, kept] = [newSession(user), newSession(other)]
      for (const session of [removed, kept]) await adapter.createSession(session)
      await adapter.deleteUser(user.id)
      await findsNothing(() => adapter.getSessionAndUser(removed.sessionToken))
      isUser((await adapter.getSessionAndUser(kept.sessionToken))?.user, other)
    },
  ),
]
