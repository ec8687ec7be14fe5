import { equal } from 'node:assert/strict'
import type { AdapterUser } from '../../types/adapter.ts'
import { allSucceeded, concurrently, findsNothing, hasFields, isUser } from './assertions.ts'
import { type AdapterCase, adapterCase } from './case.ts'
import { LATER, newAccount, newSession, newUser, newVerificationToken, withOwner } from './records.ts'

const FOR_TOKENS = ['createVerificationToken', 'useVerificationToken'] as const
const FOR_SESSIONS = ['createUser', 'createSession', 'getSessionAndUser'] as const

/** Requirements for twenty calls at once, as several processes make them. */
export const concurrentCases: readonly AdapterCase[] = [
  adapterCase(
    'data',
    'creates one user from twenty concurrent calls with the same e-mail address',
    'one visitor becomes several users, and their records are divided among them.',
    ['createUser'],
    async (adapter) => {
      const { email } = newUser()
      const { results } = await concurrently(() => adapter.createUser(newUser({ email })))
      equal(results.length, 1)
    },
  ),

  adapterCase(
    'data',
    'creates one user from twenty concurrent first sign-ins',
    'one visitor becomes several users, and their records are divided among them.',
    ['createUserWithAccount'],
    async (adapter) => {
      const [{ email }, account] = [newUser(), newAccount()]
      const { results } = await concurrently(() => adapter.createUserWithAccount(newUser({ email }), account))
      equal(new Set(results.map(({ user }) => String(user.id))).size, 1)
      equal(results.filter(({ isNewUser }) => isNewUser).length, 1)
    },
  ),

  adapterCase(
    'comfort',
    'lets each of twenty concurrent first sign-ins of one user succeed',
    'a double click at the first sign-in shows an error page.',
    ['createUserWithAccount'],
    async (adapter) => {
      const [{ email }, account] = [newUser(), newAccount()]
      allSucceeded(await concurrently(() => adapter.createUserWithAccount(newUser({ email }), account)))
    },
  ),

  adapterCase(
    'data',
    'links an account once from twenty concurrent calls',
    'the account is stored several times, and remains after it was unlinked.',
    ['createUser', 'linkAccount', 'unlinkAccount', 'getUserByAccount'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const account = newAccount()
      await concurrently(() => adapter.linkAccount(withOwner(user, account)))
      const { provider, providerAccountId } = account
      isUser(await adapter.getUserByAccount({ provider, providerAccountId }), user)
      await adapter.unlinkAccount({ provider, providerAccountId })
      await findsNothing(() => adapter.getUserByAccount({ provider, providerAccountId }))
    },
  ),

  adapterCase(
    'security',
    'links an account to one of twenty users who link it concurrently',
    'a user signs in as another one, who linked the same account.',
    ['createUser', 'linkAccount', 'getUserByAccount'],
    async (adapter) => {
      const account = newAccount()
      const { provider, providerAccountId } = account
      const users: AdapterUser[] = []
      for (let count = 0; count < 20; count++) users.push(await adapter.createUser(newUser()))
      const { results } = await concurrently(async (index) => {
        const user = users[index] as AdapterUser
        await adapter.linkAccount(withOwner(user, account))
        return user
      })
      equal(results.length, 1, `${results.length} of 20 users linked the account`)
      for (const user of results)
        isUser(await adapter.getUserByAccount({ provider, providerAccountId }), user)
    },
  ),

  adapterCase(
    'security',
    'returns a verification token to only one of twenty concurrent calls',
    'an e-mail link works more than once.',
    FOR_TOKENS,
    async (adapter) => {
      const record = newVerificationToken()
      await adapter.createVerificationToken(record)
      const { identifier, token } = record
      const { results } = await concurrently(() => adapter.useVerificationToken({ identifier, token }))
      equal(results.filter(Boolean).length, 1)
    },
  ),

  adapterCase(
    'comfort',
    'returns null to the other concurrent calls that use a verification token',
    'a second click on a link shows an error page that does not explain the reason.',
    FOR_TOKENS,
    async (adapter) => {
      const record = newVerificationToken()
      await adapter.createVerificationToken(record)
      const { identifier, token } = record
      allSucceeded(await concurrently(() => adapter.useVerificationToken({ identifier, token })))
    },
  ),

  adapterCase(
    'comfort',
    'extends a session from twenty concurrent calls',
    'a page that makes several requests at once shows errors.',
    [...FOR_SESSIONS, 'updateSession'],
    async (adapter) => {
      const session = newSession(await adapter.createUser(newUser()))
      const { sessionToken } = await adapter.createSession(session)
      allSucceeded(await concurrently(() => adapter.updateSession({ sessionToken, expires: LATER })))
      hasFields((await adapter.getSessionAndUser(sessionToken))?.session, { sessionToken, expires: LATER })
    },
  ),

  adapterCase(
    'security',
    'keeps a session deleted that is extended at the same time',
    'a session that a user ended can be used again.',
    [...FOR_SESSIONS, 'updateSession', 'deleteSession'],
    async (adapter) => {
      const session = newSession(await adapter.createUser(newUser()))
      const { sessionToken } = await adapter.createSession(session)
      await concurrently((index) =>
        index % 4 === 1
          ? adapter.deleteSession(sessionToken)
          : adapter.updateSession({ sessionToken, expires: LATER }),
      )
      await findsNothing(() => adapter.getSessionAndUser(sessionToken))
    },
  ),

  adapterCase(
    'comfort',
    'reports no error when a session is extended and deleted at the same time',
    'a sign-out, or a request at the same time, shows an error page.',
    [...FOR_SESSIONS, 'updateSession', 'deleteSession'],
    async (adapter) => {
      const session = newSession(await adapter.createUser(newUser()))
      const { sessionToken } = await adapter.createSession(session)
      allSucceeded(
        await concurrently((index): unknown =>
          index % 4 === 1
            ? adapter.deleteSession(sessionToken)
            : adapter.updateSession({ sessionToken, expires: LATER }),
        ),
      )
    },
  ),

  adapterCase(
    'comfort',
    'deletes a session from twenty concurrent calls',
    'a second click on “Sign out” shows an error page.',
    [...FOR_SESSIONS, 'deleteSession'],
    async (adapter) => {
      const session = newSession(await adapter.createUser(newUser()))
      const { sessionToken } = await adapter.createSession(session)
      allSucceeded(await concurrently((): unknown => adapter.deleteSession(sessionToken)))
      await findsNothing(() => adapter.getSessionAndUser(sessionToken))
    },
  ),
]
