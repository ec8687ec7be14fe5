import { equal } from 'node:assert/strict'
import { givesNothing, hasFields, isUser, tries } from './assertions.ts'
import { type AdapterCase, adapterCase } from './case.ts'
import { DATE, LATER, newUser, sessionOf, unique, unknownIdLike } from './records.ts'

/** What an adapter does with sessions. */
export const sessionCases: readonly AdapterCase[] = [
  adapterCase(
    'a session is given back with its user',
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

  adapterCase('a session that does not exist is null', ['getSessionAndUser'], async (adapter) => {
    await givesNothing(() => adapter.getSessionAndUser(unique()))
  }),

  adapterCase(
    'a session shows its user as they are now',
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
    'a session that is extended ends later and stays the same',
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

  // Reading a session extends it. When that meets a sign-out, the sign-out counts.
  adapterCase(
    'extending a deleted session neither fails nor brings it back',
    ['createUser', 'createSession', 'updateSession', 'deleteSession', 'getSessionAndUser'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const { sessionToken } = await adapter.createSession(sessionOf(user))
      await adapter.deleteSession(sessionToken)
      await givesNothing(() => adapter.updateSession({ sessionToken, expires: LATER }))
      await givesNothing(() => adapter.getSessionAndUser(sessionToken))
    },
  ),

  adapterCase(
    'a deleted session is gone, and no other',
    ['createUser', 'createSession', 'deleteSession', 'getSessionAndUser'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const [gone, kept] = [sessionOf(user), sessionOf(user)]
      for (const session of [gone, kept]) await adapter.createSession(session)
      await adapter.deleteSession(gone.sessionToken)
      await givesNothing(() => adapter.getSessionAndUser(gone.sessionToken))
      isUser((await adapter.getSessionAndUser(kept.sessionToken))?.user, user)
    },
  ),

  adapterCase('deleting a session that is gone does not fail', ['deleteSession'], async (adapter) => {
    await givesNothing(() => adapter.deleteSession(unique()))
  }),

  adapterCase(
    'all sessions of a user end, and nobody else’s',
    ['createUser', 'createSession', 'getSessionAndUser', 'deleteSessionsByUserId'],
    async (adapter) => {
      const [user, other] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const [first, second, kept] = [sessionOf(user), sessionOf(user), sessionOf(other)]
      for (const session of [first, second, kept]) await adapter.createSession(session)
      await adapter.deleteSessionsByUserId(user.id)
      await givesNothing(() => adapter.getSessionAndUser(first.sessionToken))
      await givesNothing(() => adapter.getSessionAndUser(second.sessionToken))
      isUser((await adapter.getSessionAndUser(kept.sessionToken))?.user, other)
    },
  ),

  adapterCase(
    'a session of nobody is nobody’s',
    ['createUser', 'createSession', 'getSessionAndUser'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const sessionToken = unique()
      await tries(() => adapter.createSession({ sessionToken, userId: unknownIdLike(id), expires: DATE }))
      await givesNothing(() => adapter.getSessionAndUser(sessionToken))
    },
  ),

  adapterCase(
    'a deleted user takes their sessions along',
    ['createUser', 'createSession', 'getSessionAndUser', 'deleteSession', 'deleteUser'],
    async (adapter) => {
      const [user, other] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const [gone, kept] = [sessionOf(user), sessionOf(other)]
      for (const session of [gone, kept]) await adapter.createSession(session)
      await adapter.deleteUser(user.id)
      await givesNothing(() => adapter.getSessionAndUser(gone.sessionToken))
      await givesNothing(() => adapter.deleteSession(gone.sessionToken))
      isUser((await adapter.getSessionAndUser(kept.sessionToken))?.user, other)
    },
  ),
]
