import { equal } from 'node:assert/strict'
import { hasFields, ignoringErrors, isUser, returnsNothing } from './assertions.ts'
import { type AdapterCase, adapterCase } from './case.ts'
import { DATE, LATER, newUser, sessionOf, unique, unknownIdLike } from './records.ts'

/** Requirements for sessions. */
export const sessionCases: readonly AdapterCase[] = [
  adapterCase(
    'returns a session with its user',
    ['createUser', 'createSession', 'getSessionAndUser'],
    async (adapter) => {
      await adapter.createUser(newUser())
      const user = await adapter.createUser(newUser())
      const { sessionToken, userId, expires } = sessionOf(user)
      hasFields(await adapter.createSession({ sessionToken, userId, expires }), { sessionToken, expires })
      const found = await adapter.getSessionAndUser(sessionToken)
      hasFields(found?.session, { sessionToken, expires: DATE })
      equal(String(found?.session.userId), String(userId))
      isUser(found?.user, user)
      hasFields(found?.user, { name: user.name, email: user.email, emailVerified: null })
    },
  ),

  adapterCase('returns null for an unknown session', ['getSessionAndUser'], async (adapter) => {
    await returnsNothing(() => adapter.getSessionAndUser(unique()))
  }),

  adapterCase(
    'returns a session with the current fields of its user',
    ['createUser', 'updateUser', 'createSession', 'getSessionAndUser'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const { sessionToken } = await adapter.createSession(sessionOf(user))
      await adapter.getSessionAndUser(sessionToken)
      await adapter.updateUser({ id: user.id, name: 'Bea', emailVerified: LATER })
      const found = await adapter.getSessionAndUser(sessionToken)
      hasFields(found?.user, { name: 'Bea', emailVerified: LATER, email: user.email })
    },
  ),

  adapterCase(
    'extends one session and keeps its other fields',
    ['createUser', 'createSession', 'updateSession', 'getSessionAndUser'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const [session, other] = [sessionOf(user), sessionOf(user)]
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
    'ignores the extension of a deleted session',
    ['createUser', 'createSession', 'updateSession', 'deleteSession', 'getSessionAndUser'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const { sessionToken } = await adapter.createSession(sessionOf(user))
      await adapter.deleteSession(sessionToken)
      await returnsNothing(() => adapter.updateSession({ sessionToken, expires: LATER }))
      await returnsNothing(() => adapter.getSessionAndUser(sessionToken))
    },
  ),

  adapterCase(
    'deletes one session and keeps the others',
    ['createUser', 'createSession', 'deleteSession', 'getSessionAndUser'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const [removed, kept] = [sessionOf(user), sessionOf(user)]
      for (const session of [removed, kept]) await adapter.createSession(session)
      await adapter.deleteSession(removed.sessionToken)
      await returnsNothing(() => adapter.getSessionAndUser(removed.sessionToken))
      isUser((await adapter.getSessionAndUser(kept.sessionToken))?.user, user)
    },
  ),

  adapterCase('ignores the deletion of an unknown session', ['deleteSession'], async (adapter) => {
    await returnsNothing(() => adapter.deleteSession(unique()))
  }),

  adapterCase(
    'deletes all sessions of one user only',
    ['createUser', 'createSession', 'getSessionAndUser', 'deleteSessionsByUserId'],
    async (adapter) => {
      const [user, other] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const [first, second, kept] = [sessionOf(user), sessionOf(user), sessionOf(other)]
      for (const session of [first, second, kept]) await adapter.createSession(session)
      await adapter.deleteSessionsByUserId(user.id)
      await returnsNothing(() => adapter.getSessionAndUser(first.sessionToken))
      await returnsNothing(() => adapter.getSessionAndUser(second.sessionToken))
      isUser((await adapter.getSessionAndUser(kept.sessionToken))?.user, other)
    },
  ),

  adapterCase(
    'finds no session that was created for an unknown user',
    ['createUser', 'createSession', 'getSessionAndUser'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const sessionToken = unique()
      await ignoringErrors(() =>
        adapter.createSession({ sessionToken, userId: unknownIdLike(id), expires: DATE }),
      )
      await returnsNothing(() => adapter.getSessionAndUser(sessionToken))
    },
  ),

  adapterCase(
    'deletes the sessions of a deleted user',
    ['createUser', 'createSession', 'getSessionAndUser', 'deleteSession', 'deleteUser'],
    async (adapter) => {
      const [user, other] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const [removed, kept] = [sessionOf(user), sessionOf(other)]
      for (const session of [removed, kept]) await adapter.createSession(session)
      await adapter.deleteUser(user.id)
      await returnsNothing(() => adapter.getSessionAndUser(removed.sessionToken))
      await returnsNothing(() => adapter.deleteSession(removed.sessionToken))
      isUser((await adapter.getSessionAndUser(kept.sessionToken))?.user, other)
    },
  ),
]
