import { equal } from 'node:assert/strict'
import { findsNothing, hasFields, ignoringErrors, isUser, resultOrNull } from './assertions.ts'
import { type AdapterCase, adapterCase } from './case.ts'
import {
  DATE,
  LATER,
  newAccount,
  newAuthenticator,
  newSession,
  newUser,
  newVerificationToken,
  similarIds,
  withOwner,
} from './records.ts'

const FOR_ACCOUNTS = ['createUser', 'linkAccount', 'getUserByAccount'] as const
const FOR_TOKENS = ['createVerificationToken', 'useVerificationToken'] as const

/**
 * Requirements for ids that differ only in case, accents or a blank. Columns that fail here need a
 * collation that compares exactly.
 */
export const similarIdCases: readonly AdapterCase[] = [
  adapterCase(
    'security',
    'finds no user by an account id that differs in case, accents or blanks',
    'a user signs in as another one, whose id at the provider is similar.',
    FOR_ACCOUNTS,
    async (adapter) => {
      const ann = await adapter.createUser(newUser())
      const [id, ...others] = similarIds()
      await adapter.linkAccount({ ...withOwner(ann), provider: 'example', providerAccountId: id })
      for (const providerAccountId of others)
        await findsNothing(() => adapter.getUserByAccount({ provider: 'example', providerAccountId }))
      // A similar account that is linked afterwards does not take the place of the first.
      const bea = await adapter.createUser(newUser())
      for (const providerAccountId of others)
        await ignoringErrors(() =>
          adapter.linkAccount({ ...withOwner(bea), provider: 'example', providerAccountId }),
        )
      isUser(await adapter.getUserByAccount({ provider: 'example', providerAccountId: id }), ann)
    },
  ),

  adapterCase(
    'comfort',
    'links accounts whose ids differ in case, accents or blanks',
    'one of two users whose ids at the provider are similar cannot sign in.',
    FOR_ACCOUNTS,
    async (adapter) => {
      for (const providerAccountId of similarIds()) {
        const user = await adapter.createUser(newUser())
        await adapter.linkAccount({ ...withOwner(user), provider: 'example', providerAccountId })
        isUser(await adapter.getUserByAccount({ provider: 'example', providerAccountId }), user)
      }
    },
  ),

  adapterCase(
    'security',
    'finds no user by a provider that differs in case, accents or blanks',
    'a user of one provider signs in as a user of another one.',
    FOR_ACCOUNTS,
    async (adapter) => {
      const [provider, ...others] = similarIds()
      const { providerAccountId } = newAccount()
      const user = await adapter.createUser(newUser())
      await adapter.linkAccount({ ...withOwner(user), provider, providerAccountId })
      for (const other of others)
        await findsNothing(() => adapter.getUserByAccount({ provider: other, providerAccountId }))
      isUser(await adapter.getUserByAccount({ provider, providerAccountId }), user)
    },
  ),

  adapterCase(
    'security',
    'returns no account whose id differs in case, accents or blanks',
    "Latchkey cannot recognize that a lookup found another user's account.",
    ['createUser', 'linkAccount', 'getAccount'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const [id, ...others] = similarIds()
      await adapter.linkAccount({ ...withOwner(user), provider: 'example', providerAccountId: id })
      for (const other of others) await findsNothing(() => adapter.getAccount(other, 'example'))
    },
  ),

  adapterCase(
    'data',
    'changes and unlinks no account whose id differs in case, accents or blanks',
    'an account loses its user or its tokens.',
    [...FOR_ACCOUNTS, 'getAccount', 'unlinkAccount', 'updateAccount'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const [id, ...others] = similarIds()
      const account = { ...newAccount(), providerAccountId: id }
      await adapter.linkAccount(withOwner(user, account))
      for (const providerAccountId of others) {
        const similar = { ...withOwner(user, account), providerAccountId }
        await ignoringErrors(() => adapter.updateAccount({ ...similar, access_token: 'changed' }))
        const { provider } = account
        await ignoringErrors(() => adapter.unlinkAccount({ provider, providerAccountId }))
      }
      hasFields(await adapter.getAccount(id, account.provider), account)
    },
  ),

  adapterCase(
    'security',
    'creates a user for each account id that differs in case, accents or blanks',
    "a first sign-in opens another user's account, whose id at the provider is similar.",
    ['createUserWithAccount'],
    async (adapter) => {
      const found: string[] = []
      for (const providerAccountId of similarIds())
        await ignoringErrors(async () => {
          const account = { ...newAccount(), providerAccountId }
          const { user } = await adapter.createUserWithAccount(newUser(), account)
          found.push(String(user.id))
        })
      equal(new Set(found).size, found.length)
    },
  ),

  adapterCase(
    'comfort',
    'rejects no first sign-in because of a similar account id',
    'one of two users whose ids at the provider are similar cannot sign in.',
    ['createUserWithAccount'],
    async (adapter) => {
      for (const providerAccountId of similarIds()) {
        const account = { ...newAccount(), providerAccountId }
        equal((await adapter.createUserWithAccount(newUser(), account)).isNewUser, true)
      }
    },
  ),

  // A database may compare addresses loosely. Latchkey then ignores the user whom it finds, which
  // it recognizes by the stored address.
  adapterCase(
    'security',
    'returns a user with the stored e-mail address, not with the requested one',
    'a link to a similar address signs in as another user.',
    ['createUser', 'getUserByEmail'],
    async (adapter) => {
      const [email, ...others] = similarIds('@example.com')
      await adapter.createUser(newUser({ email }))
      for (const other of others) {
        const found = await resultOrNull(() => adapter.getUserByEmail(other))
        if (found) hasFields(found, { email })
      }
    },
  ),

  // Case is left out, because Latchkey writes addresses in lower case.
  adapterCase(
    'comfort',
    'stores users whose e-mail addresses differ in accents or blanks',
    'one of two users whose addresses are similar cannot sign in.',
    ['createUser', 'getUserByEmail'],
    async (adapter) => {
      const emails = similarIds('@example.com').filter((email) => !email.startsWith('E'))
      for (const email of emails) {
        const user = await adapter.createUser(newUser({ email }))
        isUser(await adapter.getUserByEmail(email), user)
      }
    },
  ),

  adapterCase(
    'security',
    'finds no session by a token that differs in case, accents or blanks',
    'a token that was never issued is accepted as a session.',
    ['createUser', 'createSession', 'getSessionAndUser'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const [sessionToken, ...others] = similarIds()
      await adapter.createSession({ ...newSession(user), sessionToken })
      for (const other of others) await findsNothing(() => adapter.getSessionAndUser(other))
      isUser((await adapter.getSessionAndUser(sessionToken))?.user, user)
    },
  ),

  adapterCase(
    'data',
    'changes and deletes no session whose token differs in case, accents or blanks',
    "a user is signed out, or stays signed in for longer, because of another user's session.",
    ['createUser', 'createSession', 'getSessionAndUser', 'updateSession', 'deleteSession'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const [sessionToken, ...others] = similarIds()
      await adapter.createSession({ ...newSession(user), sessionToken })
      for (const other of others) {
        await ignoringErrors(() => adapter.updateSession({ sessionToken: other, expires: LATER }))
        await ignoringErrors(() => adapter.deleteSession(other))
      }
      hasFields((await adapter.getSessionAndUser(sessionToken))?.session, { sessionToken, expires: DATE })
    },
  ),

  adapterCase(
    'security',
    'finds no verification token by an address or a token that differs in case, accents or blanks',
    'the link to one address signs in with another one.',
    FOR_TOKENS,
    async (adapter) => {
      const [identifier, ...identifiers] = similarIds('@example.com')
      const [token, ...tokens] = similarIds()
      await adapter.createVerificationToken({ ...newVerificationToken(), identifier, token })
      for (const other of identifiers)
        await findsNothing(() => adapter.useVerificationToken({ identifier: other, token }))
      for (const other of tokens)
        await findsNothing(() => adapter.useVerificationToken({ identifier, token: other }))
    },
  ),

  adapterCase(
    'data',
    'keeps a verification token when a similar address or token is used',
    'a link does not work, although it was not used.',
    [...FOR_TOKENS, 'deleteVerificationTokens'],
    async (adapter) => {
      const [identifier, ...identifiers] = similarIds('@example.com')
      const [token, ...tokens] = similarIds()
      const record = { ...newVerificationToken(), identifier, token }
      await adapter.createVerificationToken(record)
      for (const other of identifiers) {
        await ignoringErrors(() => adapter.useVerificationToken({ identifier: other, token }))
        await ignoringErrors(() => adapter.deleteVerificationTokens(other))
      }
      for (const other of tokens)
        await ignoringErrors(() => adapter.useVerificationToken({ identifier, token: other }))
      hasFields(await adapter.useVerificationToken({ identifier, token }), record)
    },
  ),

  adapterCase(
    'security',
    'finds no passkey by an id that differs in case, accents or blanks',
    "a passkey is checked with another passkey's key.",
    ['createUser', 'createAuthenticator', 'getAuthenticator'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const [credentialID, ...others] = similarIds()
      await adapter.createAuthenticator({ ...newAuthenticator(user), credentialID })
      for (const other of others) await findsNothing(() => adapter.getAuthenticator(other))
      hasFields(await adapter.getAuthenticator(credentialID), { credentialID })
    },
  ),

  adapterCase(
    'data',
    'changes no counter of a passkey whose id differs in case, accents or blanks',
    "the passkey's owner cannot sign in, because its counter seems to go back.",
    ['createUser', 'createAuthenticator', 'getAuthenticator', 'updateAuthenticatorCounter'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const [credentialID, ...others] = similarIds()
      await adapter.createAuthenticator({ ...newAuthenticator(user), credentialID, counter: 1 })
      for (const other of others) await ignoringErrors(() => adapter.updateAuthenticatorCounter(other, 1000))
      hasFields(await adapter.getAuthenticator(credentialID), { counter: 1 })
    },
  ),
]
