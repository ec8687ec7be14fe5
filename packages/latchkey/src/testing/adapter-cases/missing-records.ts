import { rejects } from 'node:assert/strict'
import { returnsNothing } from './assertions.ts'
import { type AdapterCase, adapterCase } from './case.ts'
import {
  LATER,
  newSession,
  newUser,
  newVerificationToken,
  unique,
  unknownIdLike,
  withOwner,
} from './records.ts'

/** Requirements for calls whose record does not exist. */
export const missingRecordCases: readonly AdapterCase[] = [
  adapterCase(
    'comfort',
    'returns null for an unknown user',
    'a visitor whose session or address has no user sees an error page.',
    ['createUser', 'getUser', 'getUserByEmail'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      await returnsNothing(() => adapter.getUser(unknownIdLike(id)))
      await returnsNothing(() => adapter.getUserByEmail(newUser().email))
    },
  ),

  adapterCase(
    'comfort',
    'returns null instead of a user for an unknown account',
    'no new user can sign in with a provider.',
    ['getUserByAccount'],
    async (adapter) => {
      await returnsNothing(() =>
        adapter.getUserByAccount({ provider: 'example', providerAccountId: unique() }),
      )
    },
  ),

  adapterCase(
    'comfort',
    'returns null for an unknown account',
    'a sign-in that looks up an account fails.',
    ['createUser', 'linkAccount', 'getAccount'],
    async (adapter) => {
      const account = withOwner(await adapter.createUser(newUser()))
      await adapter.linkAccount(account)
      await returnsNothing(() => adapter.getAccount(unique(), account.provider))
      await returnsNothing(() => adapter.getAccount(account.providerAccountId, 'another'))
    },
  ),

  adapterCase(
    'comfort',
    'returns null for an unknown session',
    'a visitor with an old cookie sees an error page.',
    ['getSessionAndUser'],
    async (adapter) => {
      await returnsNothing(() => adapter.getSessionAndUser(unique()))
    },
  ),

  // A request that extends a session may meet a sign-out.
  adapterCase(
    'comfort',
    'returns nothing when it extends an unknown or deleted session',
    'a request at the same time as a sign-out fails.',
    ['createUser', 'createSession', 'updateSession', 'deleteSession'],
    async (adapter) => {
      await returnsNothing(() => adapter.updateSession({ sessionToken: unique(), expires: LATER }))
      const { sessionToken } = await adapter.createSession(newSession(await adapter.createUser(newUser())))
      await adapter.deleteSession(sessionToken)
      await returnsNothing(() => adapter.updateSession({ sessionToken, expires: LATER }))
    },
  ),

  adapterCase(
    'comfort',
    'ignores the deletion of an unknown session',
    'a visitor with an old cookie sees an error page when they sign out.',
    ['deleteSession'],
    async (adapter) => {
      await returnsNothing(() => adapter.deleteSession(unique()))
    },
  ),

  adapterCase(
    'comfort',
    "ignores a session's second deletion",
    'a second click on “Sign out” shows an error page.',
    ['createUser', 'createSession', 'deleteSession'],
    async (adapter) => {
      const { sessionToken } = await adapter.createSession(newSession(await adapter.createUser(newUser())))
      await adapter.deleteSession(sessionToken)
      await returnsNothing(() => adapter.deleteSession(sessionToken))
    },
  ),

  adapterCase(
    'comfort',
    'ignores the deletion of a session whose user was deleted',
    'a deleted user sees an error page when they sign out.',
    ['createUser', 'createSession', 'deleteSession', 'deleteUser'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const { sessionToken } = await adapter.createSession(newSession(user))
      await adapter.deleteUser(user.id)
      await returnsNothing(() => adapter.deleteSession(sessionToken))
    },
  ),

  adapterCase(
    'comfort',
    'returns null for an unknown verification token',
    'an expired link shows an error page that does not explain the reason.',
    ['useVerificationToken'],
    async (adapter) => {
      const { identifier, token } = newVerificationToken()
      await returnsNothing(() => adapter.useVerificationToken({ identifier, token }))
    },
  ),

  adapterCase(
    'comfort',
    'returns null for an unknown passkey',
    'a sign-in with a removed passkey shows an error page that does not explain the reason.',
    ['getAuthenticator'],
    async (adapter) => {
      await returnsNothing(() => adapter.getAuthenticator(btoa(unique())))
    },
  ),

  adapterCase(
    'data',
    'rejects a counter update for an unknown passkey',
    'the counter is lost without notice.',
    ['updateAuthenticatorCounter'],
    async (adapter) => {
      await rejects(
        async () => adapter.updateAuthenticatorCounter(btoa(unique()), 2),
        'the counter update for an unknown passkey was not rejected',
      )
    },
  ),
]
