// Longer than other files because it is one table: each fault with the cases that detect it.
import { describe, expect, it } from 'vitest'
import memory from '../adapters/memory.ts'
import type { AdapterAccount, AdapterUser, CompleteAdapter, VerificationToken } from '../types/adapter.ts'
import { adapterCases } from './adapter-suite.ts'

type Complete = CompleteAdapter

/** A fault in an adapter that works otherwise, and the titles of the cases that detect it. */
interface Fault {
  readonly breaks: (adapter: Complete) => Partial<Complete>
  readonly detectedBy: readonly string[]
}

const tokenKey = ({ identifier, token }: Pick<VerificationToken, 'identifier' | 'token'>): string =>
  `${identifier} ${token}`
const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const throwIfMissing = <T>(record: T | null | undefined): T => {
  if (record === null || record === undefined) throw new Error('not found')
  return record
}

const withoutCase = (text: string): string => text.toLowerCase()
const withoutAccents = (text: string): string => text?.normalize('NFD').replaceAll(/\p{M}/gu, '')
const withoutBlanksAtTheEnd = (text: string): string => text.trimEnd()
const withoutBlanks = (text: string): string => text.trim()

/** Returns a function that replaces an id by the first one that is equal in a collation. */
function collation(fold: (id: string) => string): (id: string) => string {
  const ids = new Map<string, string>()
  return (id) => {
    const key = fold(id ?? '')
    const first = ids.get(key) ?? id
    ids.set(key, first)
    return first
  }
}

/** Returns a function that replaces the account id in the same way. */
function accountCollation(
  fold: (id: string) => string,
): <A extends { providerAccountId: string }>(account: A) => A {
  const first = collation(fold)
  return (account) => ({ ...account, providerAccountId: first(account.providerAccountId) })
}

const faults: Record<string, Fault> = {
  'a verification token is not deleted': {
    breaks: () => {
      const links = new Map<string, VerificationToken>()
      return {
        createVerificationToken: (link) => void links.set(tokenKey(link), link),
        useVerificationToken: (params) => links.get(tokenKey(params)) ?? null,
      }
    },
    detectedBy: [
      'returns a verification token once',
      'deletes all verification tokens for one e-mail address only',
      'returns a verification token to only one of twenty concurrent calls',
    ],
  },
  'a verification token is read first and deleted afterwards': {
    breaks: () => {
      const links = new Map<string, VerificationToken>()
      return {
        createVerificationToken: (link) => void links.set(tokenKey(link), link),
        async useVerificationToken(params) {
          const link = links.get(tokenKey(params)) ?? null
          await pause()
          links.delete(tokenKey(params))
          return link
        },
      }
    },
    detectedBy: [
      'deletes all verification tokens for one e-mail address only',
      'returns a verification token to only one of twenty concurrent calls',
    ],
  },
  'a verification token is found without comparing the e-mail address': {
    breaks: () => {
      const links = new Map<string, VerificationToken>()
      return {
        createVerificationToken: (link) => void links.set(link.token, link),
        useVerificationToken({ token }) {
          const link = links.get(token) ?? null
          links.delete(token)
          return link
        },
      }
    },
    detectedBy: [
      'finds no verification token with a wrong token, or with a wrong or missing address',
      'keeps a verification token after attempts with a wrong token or address',
      'deletes all verification tokens for one e-mail address only',
      'finds no verification token by an address or a token that differs in case, accents or blanks',
      'keeps a verification token when a similar address or token is used',
    ],
  },
  'a verification token is deleted although the e-mail address is wrong': {
    breaks: () => {
      const links = new Map<string, VerificationToken>()
      return {
        createVerificationToken: (link) => void links.set(link.token, link),
        useVerificationToken({ identifier, token }) {
          const link = links.get(token)
          links.delete(token)
          return link?.identifier === identifier ? link : null
        },
      }
    },
    detectedBy: [
      'keeps a verification token after attempts with a wrong token or address',
      'deletes all verification tokens for one e-mail address only',
      'keeps a verification token when a similar address or token is used',
    ],
  },
  'a verification token is found without comparing the token': {
    breaks: () => {
      const links = new Map<string, VerificationToken>()
      return {
        createVerificationToken: (link) => void links.set(link.identifier, link),
        useVerificationToken({ identifier }) {
          const link = links.get(identifier) ?? null
          links.delete(identifier)
          return link
        },
      }
    },
    detectedBy: [
      'finds no verification token with a wrong token, or with a wrong or missing address',
      'keeps a verification token after attempts with a wrong token or address',
      'deletes all verification tokens for one e-mail address only',
      'finds no verification token by an address or a token that differs in case, accents or blanks',
      'keeps a verification token when a similar address or token is used',
    ],
  },
  'two users have the same e-mail address': {
    breaks: (adapter) => {
      const used = new Set<string>()
      return {
        createUser(user) {
          if (used.has(user.email)) return user
          used.add(user.email)
          return adapter.createUser(user)
        },
      }
    },
    detectedBy: [
      'rejects a second user with the same e-mail address',
      'creates one user from twenty concurrent calls with the same e-mail address',
    ],
  },
  'an e-mail address is looked up first and stored afterwards': {
    breaks: (adapter) => {
      const used = new Set<string>()
      return {
        async createUser(user) {
          if (used.has(user.email)) throw new Error('the e-mail address is used')
          await pause()
          used.add(user.email)
          return (await adapter.getUserByEmail(user.email)) ?? adapter.createUser(user)
        },
      }
    },
    detectedBy: ['creates one user from twenty concurrent calls with the same e-mail address'],
  },
  'a user without an e-mail address is found by a missing e-mail address': {
    breaks: (adapter) => {
      let last: AdapterUser | undefined
      return {
        async createUser(user) {
          const created = await adapter.createUser(user)
          if (!created.email) last = created
          return created
        },
        getUserByEmail: (email) => (email ? adapter.getUserByEmail(email) : (last ?? null)),
      }
    },
    detectedBy: ['finds no user when the e-mail address is missing'],
  },
  'dates are stored in seconds': {
    breaks: (adapter) => {
      const seconds = (date: Date): Date => new Date(Math.floor(date.getTime() / 1000) * 1000)
      return {
        createUser: (user) =>
          adapter.createUser({ ...user, emailVerified: user.emailVerified && seconds(user.emailVerified) }),
        createSession: (session) => adapter.createSession({ ...session, expires: seconds(session.expires) }),
        createVerificationToken: (link) =>
          adapter.createVerificationToken({ ...link, expires: seconds(link.expires) }),
      }
    },
    detectedBy: [
      'keeps the milliseconds of the verification date',
      'keeps the stored user unchanged when the caller changes a record',
      'returns a session with its user',
      'extends one session and keeps its other fields',
      'returns a verification token with the fields that were stored',
      'changes and deletes no session whose token differs in case, accents or blanks',
      'keeps a verification token when a similar address or token is used',
    ],
  },
  'dates are returned as strings': {
    breaks: (adapter) => ({ getUser: async (id) => JSON.parse(JSON.stringify(await adapter.getUser(id))) }),
    detectedBy: [
      'keeps the milliseconds of the verification date',
      "updates only a user's given fields",
      'keeps the stored user unchanged when the caller changes a record',
    ],
  },
  'null is stored as the string "null"': {
    breaks: (adapter) => ({ createUser: (user) => adapter.createUser({ ...user, name: String(user.name) }) }),
    detectedBy: ['stores a user without a name and an image'],
  },
  'extra fields are not stored': {
    breaks: (adapter) => ({
      createUser: ({ id, name, email, image, emailVerified }) =>
        adapter.createUser({ id, name, email, image, emailVerified }),
    }),
    detectedBy: ["keeps a user's extra field when another field is updated"],
  },
  'an update replaces the whole record': {
    breaks: (adapter) => {
      const users = new Map<string, AdapterUser>()
      return {
        updateUser: (user) => {
          users.set(user.id, user as AdapterUser)
          return user as AdapterUser
        },
        getUser: (id) => users.get(id) ?? adapter.getUser(id),
      }
    },
    detectedBy: [
      "updates only a user's given fields",
      "keeps a user's extra field when another field is updated",
      "returns a session with its user's current fields",
    ],
  },
  'records are shared with the caller': {
    breaks: (adapter) => {
      const users = new Map<string, AdapterUser>()
      return {
        async createUser(user) {
          const created = await adapter.createUser(user)
          users.set(created.id, created)
          return created
        },
        getUser: async (id) => ((await adapter.getUser(id)) ? (users.get(id) ?? null) : null),
      }
    },
    detectedBy: [
      "updates only a user's given fields",
      'keeps the stored user unchanged when the caller changes a record',
    ],
  },
  'a missing record throws': {
    breaks: (adapter) => ({
      getUser: async (id) => throwIfMissing(await adapter.getUser(id)),
      getUserByEmail: async (email) => throwIfMissing(await adapter.getUserByEmail(email)),
      getAccount: async (id, provider) => throwIfMissing(await adapter.getAccount(id, provider)),
      useVerificationToken: async (params) => throwIfMissing(await adapter.useVerificationToken(params)),
      getUserByAccount: async (account) => throwIfMissing(await adapter.getUserByAccount(account)),
      getSessionAndUser: async (token) => throwIfMissing(await adapter.getSessionAndUser(token)),
      getAuthenticator: async (id) => throwIfMissing(await adapter.getAuthenticator(id)),
    }),
    detectedBy: [
      'returns null for an unknown user',
      'returns null instead of a user for an unknown account',
      'returns null for an unknown account',
      'returns null for an unknown session',
      'returns null for an unknown verification token',
      'returns null for an unknown passkey',
      'returns null to the other concurrent calls that use a verification token',
    ],
  },
  'the accounts of a user are not deleted': {
    breaks: () => ({ deleteAccountsByUserId: () => null }),
    detectedBy: [
      "unlinks all of a user's accounts, and no others",
      "deletes a user's passkeys together with their accounts",
    ],
  },
  'the sessions of a user are not deleted': {
    breaks: () => ({ deleteSessionsByUserId: () => null }),
    detectedBy: ["deletes all of a user's sessions, and no others"],
  },
  'the verification tokens of an e-mail address are not deleted': {
    breaks: () => ({ deleteVerificationTokens: () => null }),
    detectedBy: ['deletes all verification tokens for one e-mail address only'],
  },
  'deleting an unknown session throws': {
    breaks: (adapter) => ({
      deleteSession: async (token) => throwIfMissing((await adapter.deleteSession(token)) ?? null),
    }),
    detectedBy: [
      'ignores the deletion of an unknown session',
      "ignores a session's second deletion",
      'ignores the deletion of a session whose user was deleted',
      'reports no error when a session is extended and deleted at the same time',
      'deletes a session from twenty concurrent calls',
    ],
  },
  'deleting a session for the second time throws': {
    breaks: (adapter) => {
      const deleted = new Set<string>()
      return {
        async deleteSession(token) {
          if (deleted.has(token)) throw new Error('the session was deleted')
          deleted.add(token)
          await adapter.deleteSession(token)
        },
      }
    },
    detectedBy: [
      "ignores a session's second deletion",
      'reports no error when a session is extended and deleted at the same time',
      'deletes a session from twenty concurrent calls',
    ],
  },
  'extending a missing session throws': {
    breaks: (adapter) => ({
      updateSession: async (session) => throwIfMissing((await adapter.updateSession(session)) ?? null),
    }),
    detectedBy: [
      'returns nothing when it extends an unknown or deleted session',
      'reports no error when a session is extended and deleted at the same time',
    ],
  },
  'a session that is being extended cannot be extended again': {
    breaks: (adapter) => {
      const locked = new Set<string>()
      return {
        async updateSession(session) {
          if (locked.has(session.sessionToken)) throw new Error('the session is locked')
          locked.add(session.sessionToken)
          await pause()
          locked.delete(session.sessionToken)
          return adapter.updateSession(session)
        },
      }
    },
    detectedBy: [
      'extends a session from twenty concurrent calls',
      'reports no error when a session is extended and deleted at the same time',
    ],
  },
  'extending a session reads it first and writes it afterwards': {
    breaks: (adapter) => ({
      async updateSession({ sessionToken, expires = new Date() }) {
        const found = await adapter.getSessionAndUser(sessionToken)
        if (!found) return null
        await pause()
        return (
          (await adapter.updateSession({ sessionToken, expires })) ??
          adapter.createSession({ sessionToken, expires, userId: found.user.id })
        )
      },
    }),
    detectedBy: ['keeps a session deleted that is extended at the same time'],
  },
  'extending a deleted session creates it again': {
    breaks: (adapter) => {
      const owners = new Map<string, string>()
      return {
        createSession(session) {
          owners.set(session.sessionToken, session.userId)
          return adapter.createSession(session)
        },
        updateSession: async ({ sessionToken, expires = new Date() }) =>
          (await adapter.updateSession({ sessionToken, expires })) ??
          adapter.createSession({ sessionToken, expires, userId: owners.get(sessionToken) ?? '' }),
      }
    },
    detectedBy: [
      'keeps a deleted session deleted when it is extended',
      'returns nothing when it extends an unknown or deleted session',
      'keeps a session deleted that is extended at the same time',
      'reports no error when a session is extended and deleted at the same time',
    ],
  },
  'extending a session changes nothing': {
    breaks: (adapter) => ({ updateSession: ({ sessionToken }) => adapter.updateSession({ sessionToken }) }),
    detectedBy: [
      'extends one session and keeps its other fields',
      'extends a session from twenty concurrent calls',
    ],
  },
  'the user of a session is cached': {
    breaks: (adapter) => {
      const seen = new Map<string, ReturnType<Complete['getSessionAndUser']>>()
      return {
        getSessionAndUser(token) {
          if (!seen.has(token)) seen.set(token, adapter.getSessionAndUser(token))
          return seen.get(token) ?? null
        },
      }
    },
    detectedBy: ["returns a session with its user's current fields"],
  },
  'deleting a user deletes nothing': {
    breaks: () => ({ deleteUser: () => null }),
    detectedBy: [
      'deletes one user and keeps the others',
      "deletes a deleted user's accounts",
      "deletes a deleted user's sessions",
      "deletes a deleted user's passkeys",
      "deletes a deleted user's password and state",
      "deletes a deleted user's second factors and recovery codes",
      "deletes a deleted user's session list, passkey details and security events",
      'ignores the deletion of a session whose user was deleted',
      'lists no account for a deleted user',
    ],
  },
  'deleting one session deletes every session': {
    breaks: (adapter) => {
      const tokens = new Set<string>()
      return {
        createSession(session) {
          tokens.add(session.sessionToken)
          return adapter.createSession(session)
        },
        async deleteSession() {
          for (const token of tokens) await adapter.deleteSession(token)
          return null
        },
      }
    },
    detectedBy: [
      'deletes one session and keeps the others',
      'changes and deletes no session whose token differs in case, accents or blanks',
    ],
  },
  'an account moves to the last user who links it': {
    breaks: (adapter) => ({
      async linkAccount(account) {
        await adapter.unlinkAccount(account)
        await adapter.linkAccount(account)
      },
    }),
    detectedBy: ['keeps an account with its user when another user links it'],
  },
  'an account that is already linked is ignored without an error': {
    breaks: (adapter) => ({
      linkAccount: (account) =>
        adapter.getUserByAccount(account) === null ? adapter.linkAccount(account) : null,
    }),
    detectedBy: ['links an account to one of twenty users who link it concurrently'],
  },
  'an account or a session of an unknown user returns a user': {
    breaks: (adapter) => {
      const unknown = new Map<string, AdapterUser>()
      const add = (key: string, id: string): void =>
        void unknown.set(key, { id, name: null, email: '', emailVerified: null })
      return {
        async linkAccount(account) {
          if (await adapter.getUser(account.userId)) await adapter.linkAccount(account)
          else add(account.providerAccountId, account.userId)
        },
        getUserByAccount: (account) =>
          unknown.get(account.providerAccountId) ?? adapter.getUserByAccount(account),
        async createSession(session) {
          if (await adapter.getUser(session.userId)) return adapter.createSession(session)
          add(session.sessionToken, session.userId)
          return session
        },
        async getSessionAndUser(sessionToken) {
          const user = unknown.get(sessionToken)
          const session = { sessionToken, userId: user?.id ?? '', expires: new Date() }
          return user ? { session, user } : adapter.getSessionAndUser(sessionToken)
        },
      }
    },
    detectedBy: [
      'finds no user by an account that was linked to an unknown user',
      'finds no session that was created for an unknown user',
    ],
  },
  'an account is stored more than once': {
    breaks: (adapter) => {
      const copies = new Map<string, number>()
      const add = (
        { provider, providerAccountId }: { provider: string; providerAccountId: string },
        more: number,
      ): number => {
        const count = (copies.get(provider + providerAccountId) ?? 0) + more
        copies.set(provider + providerAccountId, count)
        return count
      }
      return {
        linkAccount: (account) => (add(account, 1) === 1 ? adapter.linkAccount(account) : null),
        unlinkAccount: (account) => (add(account, -1) === 0 ? adapter.unlinkAccount(account) : undefined),
        deleteUser(id) {
          copies.clear()
          return adapter.deleteUser(id)
        },
      }
    },
    detectedBy: [
      'links an account once from twenty concurrent calls',
      'links an account to one of twenty users who link it concurrently',
    ],
  },
  'an account is found without comparing the provider': {
    breaks: (adapter) => {
      const providers = new Set(['example'])
      return {
        linkAccount(account) {
          providers.add(account.provider)
          return adapter.linkAccount(account)
        },
        async getUserByAccount({ providerAccountId }) {
          const found = await Promise.all(
            [...providers].map((provider) => adapter.getUserByAccount({ provider, providerAccountId })),
          )
          return found.find((user) => user !== null) ?? null
        },
      }
    },
    detectedBy: [
      'deletes a passkey with its account and details, and only for its user',
      'finds no user by another account id or another provider',
      'treats the same account id at two providers as two accounts',
      'finds no user by a provider that differs in case, accents or blanks',
    ],
  },
  'account ids are compared without case': {
    breaks: (adapter) => {
      const loose = accountCollation(withoutCase)
      return {
        linkAccount: (account) => adapter.linkAccount(loose(account)),
        getUserByAccount: (account) => adapter.getUserByAccount(loose(account)),
        getAccount: (providerAccountId, provider) =>
          adapter.getAccount(loose({ providerAccountId }).providerAccountId, provider),
        createUserWithAccount: (user, account) => adapter.createUserWithAccount(user, loose(account)),
      }
    },
    detectedBy: [
      'finds no user by an account id that differs in case, accents or blanks',
      'links accounts whose ids differ in case, accents or blanks',
      'returns no account whose id differs in case, accents or blanks',
      'creates a user for each account id that differs in case, accents or blanks',
      'rejects no first sign-in because of a similar account id',
    ],
  },
  'account ids are compared without accents': {
    breaks: (adapter) => {
      const loose = accountCollation(withoutAccents)
      return {
        linkAccount: (account) => adapter.linkAccount(loose(account)),
        getUserByAccount: (account) => adapter.getUserByAccount(loose(account)),
        getAccount: (providerAccountId, provider) =>
          adapter.getAccount(loose({ providerAccountId }).providerAccountId, provider),
        createUserWithAccount: (user, account) => adapter.createUserWithAccount(user, loose(account)),
      }
    },
    detectedBy: [
      'finds no user by an account id that differs in case, accents or blanks',
      'links accounts whose ids differ in case, accents or blanks',
      'returns no account whose id differs in case, accents or blanks',
      'creates a user for each account id that differs in case, accents or blanks',
      'rejects no first sign-in because of a similar account id',
    ],
  },
  'account ids are compared without blanks at the end': {
    breaks: (adapter) => {
      const loose = accountCollation(withoutBlanksAtTheEnd)
      return {
        linkAccount: (account) => adapter.linkAccount(loose(account)),
        getUserByAccount: (account) => adapter.getUserByAccount(loose(account)),
        getAccount: (providerAccountId, provider) =>
          adapter.getAccount(loose({ providerAccountId }).providerAccountId, provider),
        createUserWithAccount: (user, account) => adapter.createUserWithAccount(user, loose(account)),
      }
    },
    detectedBy: [
      'finds no user by an account id that differs in case, accents or blanks',
      'links accounts whose ids differ in case, accents or blanks',
      'returns no account whose id differs in case, accents or blanks',
      'creates a user for each account id that differs in case, accents or blanks',
      'rejects no first sign-in because of a similar account id',
    ],
  },
  'account ids are compared without blanks at the start and at the end': {
    breaks: (adapter) => {
      const loose = accountCollation(withoutBlanks)
      return {
        linkAccount: (account) => adapter.linkAccount(loose(account)),
        getUserByAccount: (account) => adapter.getUserByAccount(loose(account)),
        getAccount: (providerAccountId, provider) =>
          adapter.getAccount(loose({ providerAccountId }).providerAccountId, provider),
        createUserWithAccount: (user, account) => adapter.createUserWithAccount(user, loose(account)),
      }
    },
    detectedBy: [
      'finds no user by an account id that differs in case, accents or blanks',
      'links accounts whose ids differ in case, accents or blanks',
      'returns no account whose id differs in case, accents or blanks',
      'creates a user for each account id that differs in case, accents or blanks',
      'rejects no first sign-in because of a similar account id',
    ],
  },
  'a second account with a similar id cannot be stored': {
    breaks: (adapter) => {
      const used = new Map<string, string>()
      const reject = ({ providerAccountId: id }: { providerAccountId: string }): void => {
        const key = withoutCase(id)
        if ((used.get(key) ?? id) !== id) throw new Error('the account id is used')
        used.set(key, id)
      }
      return {
        async linkAccount(account) {
          reject(account)
          await adapter.linkAccount(account)
        },
        async createUserWithAccount(user, account) {
          reject(account)
          return adapter.createUserWithAccount(user, account)
        },
      }
    },
    detectedBy: [
      'links accounts whose ids differ in case, accents or blanks',
      'rejects no first sign-in because of a similar account id',
    ],
  },
  'providers are compared without case': {
    breaks: (adapter) => {
      const loose = collation(withoutCase)
      return {
        linkAccount: (account) => adapter.linkAccount({ ...account, provider: loose(account.provider) }),
        getUserByAccount: (account) =>
          adapter.getUserByAccount({ ...account, provider: loose(account.provider) }),
      }
    },
    detectedBy: ['finds no user by a provider that differs in case, accents or blanks'],
  },
  'an account with a similar id is changed and unlinked': {
    breaks: (adapter) => {
      const loose = accountCollation(withoutBlanks)
      return {
        linkAccount: (account) => adapter.linkAccount(loose(account)),
        updateAccount: (account, expected) => adapter.updateAccount(loose(account), expected),
        unlinkAccount: (account) => adapter.unlinkAccount(loose(account)),
      }
    },
    detectedBy: [
      'links accounts whose ids differ in case, accents or blanks',
      'changes and unlinks no account whose id differs in case, accents or blanks',
    ],
  },
  'a second user with a similar e-mail address cannot be stored': {
    breaks: (adapter) => {
      const used = new Set<string>()
      return {
        async createUser(user) {
          const key = withoutAccents(user.email)
          if (used.has(key)) throw new Error('the e-mail address is used')
          const created = await adapter.createUser(user)
          used.add(key)
          return created
        },
      }
    },
    detectedBy: ['stores users whose e-mail addresses differ in accents or blanks'],
  },
  'a session is found by a similar token': {
    breaks: (adapter) => {
      const loose = collation(withoutCase)
      return {
        createSession: (session) =>
          adapter.createSession({ ...session, sessionToken: loose(session.sessionToken) }),
        getSessionAndUser: (token) => adapter.getSessionAndUser(loose(token)),
      }
    },
    detectedBy: ['finds no session by a token that differs in case, accents or blanks'],
  },
  'a session with a similar token is changed': {
    breaks: (adapter) => {
      const loose = collation(withoutBlanks)
      return {
        createSession: (session) =>
          adapter.createSession({ ...session, sessionToken: loose(session.sessionToken) }),
        updateSession: (session) =>
          adapter.updateSession({ ...session, sessionToken: loose(session.sessionToken) }),
      }
    },
    detectedBy: ['changes and deletes no session whose token differs in case, accents or blanks'],
  },
  'a session with a similar token is deleted': {
    breaks: (adapter) => {
      const loose = collation(withoutAccents)
      return {
        createSession: (session) =>
          adapter.createSession({ ...session, sessionToken: loose(session.sessionToken) }),
        deleteSession: (token) => adapter.deleteSession(loose(token)),
      }
    },
    detectedBy: ['changes and deletes no session whose token differs in case, accents or blanks'],
  },
  'a verification token is found by a similar address': {
    breaks: (adapter) => {
      const loose = collation(withoutAccents)
      return {
        createVerificationToken: (link) =>
          adapter.createVerificationToken({ ...link, identifier: loose(link.identifier) }),
        useVerificationToken: (params) =>
          adapter.useVerificationToken({ ...params, identifier: loose(params.identifier) }),
      }
    },
    detectedBy: [
      'finds no verification token by an address or a token that differs in case, accents or blanks',
      'keeps a verification token when a similar address or token is used',
    ],
  },
  'a verification token is found by a similar token': {
    breaks: (adapter) => {
      const loose = collation(withoutCase)
      return {
        createVerificationToken: (link) =>
          adapter.createVerificationToken({ ...link, token: loose(link.token) }),
        useVerificationToken: (params) =>
          adapter.useVerificationToken({ ...params, token: loose(params.token) }),
      }
    },
    detectedBy: [
      'finds no verification token by an address or a token that differs in case, accents or blanks',
      'keeps a verification token when a similar address or token is used',
    ],
  },
  'the verification tokens of a similar address are deleted': {
    breaks: (adapter) => {
      const loose = collation(withoutBlanks)
      return {
        createVerificationToken: (link) =>
          adapter.createVerificationToken({ ...link, identifier: loose(link.identifier) }),
        deleteVerificationTokens: (identifier) => adapter.deleteVerificationTokens(loose(identifier)),
      }
    },
    detectedBy: ['keeps a verification token when a similar address or token is used'],
  },
  'a passkey is found by a similar id': {
    breaks: (adapter) => {
      const loose = collation(withoutCase)
      return {
        createAuthenticator: (passkey) =>
          adapter.createAuthenticator({ ...passkey, credentialID: loose(passkey.credentialID) }),
        getAuthenticator: (id) => adapter.getAuthenticator(loose(id)),
      }
    },
    detectedBy: ['finds no passkey by an id that differs in case, accents or blanks'],
  },
  'the counter of a passkey with a similar id is updated': {
    breaks: (adapter) => {
      const loose = collation(withoutCase)
      return {
        createAuthenticator: (passkey) =>
          adapter.createAuthenticator({ ...passkey, credentialID: loose(passkey.credentialID) }),
        updateAuthenticatorCounter: (id, counter) => adapter.updateAuthenticatorCounter(loose(id), counter),
      }
    },
    detectedBy: ['changes no counter of a passkey whose id differs in case, accents or blanks'],
  },
  'a user is returned with the e-mail address that was requested': {
    breaks: (adapter) => ({
      async getUserByEmail(email) {
        const user = await adapter.getUserByEmail(withoutAccents(email))
        return user && { ...user, email }
      },
    }),
    detectedBy: [
      'returns a user with the stored e-mail address, not with the requested one',
      'stores users whose e-mail addresses differ in accents or blanks',
    ],
  },
  'tokens are not stored': {
    breaks: (adapter) => ({
      linkAccount: ({ provider, providerAccountId, type, userId }) =>
        adapter.linkAccount({ provider, providerAccountId, type, userId }),
      createUserWithAccount: (user, { provider, providerAccountId, type }) =>
        adapter.createUserWithAccount(user, { provider, providerAccountId, type }),
    }),
    detectedBy: [
      'returns an account with its tokens',
      "updates only an account's given fields",
      'stores tokens for an account that is created together with its user',
      'changes and unlinks no account whose id differs in case, accents or blanks',
      "lists only one user's accounts, with their tokens",
      'lists no account after it was unlinked',
      "replaces an account's tokens if it has the expected refresh token",
      "keeps an account's tokens if its refresh token is not the expected one",
      'replaces tokens of an account without a refresh token only if none is expected',
      "refuses a refreshed token for an unknown or another user's account",
      'replaces the tokens in only one of twenty concurrent calls that expect the same refresh token',
      'stores tokens with 12,000 characters',
    ],
  },
  'a missing token is stored as the string "undefined"': {
    breaks: (adapter) => ({
      linkAccount: (account) => adapter.linkAccount({ ...account, access_token: `${account.access_token}` }),
    }),
    detectedBy: ['stores an account without tokens'],
  },
  'an update of an account replaces the whole record': {
    breaks: (adapter) => ({
      async updateAccount(account, expected) {
        if (expected) return adapter.updateAccount(account, expected)
        await adapter.unlinkAccount(account)
        return adapter.linkAccount(account)
      },
    }),
    detectedBy: ["updates only an account's given fields", "does not update another user's account"],
  },
  'an update of tokens ignores the expected refresh token': {
    breaks: (adapter) => ({ updateAccount: (account) => adapter.updateAccount(account) }),
    detectedBy: [
      "keeps an account's tokens if its refresh token is not the expected one",
      'replaces tokens of an account without a refresh token only if none is expected',
      "refuses a refreshed token for an unknown or another user's account",
      'replaces the tokens in only one of twenty concurrent calls that expect the same refresh token',
    ],
  },
  'an update of tokens reads first and writes afterwards': {
    breaks: (adapter) => ({
      async updateAccount(account, expected) {
        const found = await adapter.getAccount(account.providerAccountId, account.provider)
        if (expected && (found?.refresh_token ?? null) !== (expected.refresh_token ?? null)) return false
        await pause()
        return (await adapter.updateAccount(account)) ?? false
      },
    }),
    detectedBy: [
      'replaces the tokens in only one of twenty concurrent calls that expect the same refresh token',
    ],
  },
  'a refused update of tokens reports nothing': {
    breaks: (adapter) => ({
      updateAccount: async (account, expected) => (await adapter.updateAccount(account, expected)) || null,
    }),
    detectedBy: [
      "keeps an account's tokens if its refresh token is not the expected one",
      'replaces tokens of an account without a refresh token only if none is expected',
      "refuses a refreshed token for an unknown or another user's account",
      'replaces the tokens in only one of twenty concurrent calls that expect the same refresh token',
    ],
  },
  'an update of tokens that was made is reported as refused': {
    breaks: (adapter) => ({
      async updateAccount(account, expected) {
        await adapter.updateAccount(account, expected)
        return expected ? false : undefined
      },
    }),
    detectedBy: [
      "replaces an account's tokens if it has the expected refresh token",
      'replaces tokens of an account without a refresh token only if none is expected',
      'replaces the tokens in only one of twenty concurrent calls that expect the same refresh token',
      'stores tokens with 12,000 characters',
    ],
  },
  'a row that stays the same is reported as refused': {
    breaks: (adapter) => ({
      async updateAccount(account, expected) {
        const found = await adapter.getAccount(account.providerAccountId, account.provider)
        const isSame = found?.access_token === account.access_token
        const result = await adapter.updateAccount(account, expected)
        return expected && isSame ? false : result
      },
    }),
    detectedBy: ["replaces an account's tokens if it has the expected refresh token"],
  },
  'refresh tokens are compared without case': {
    breaks: (adapter) => ({
      async updateAccount(account, expected) {
        const found = await adapter.getAccount(account.providerAccountId, account.provider)
        const isEqual = (found?.refresh_token ?? '').toLowerCase() === expected?.refresh_token?.toLowerCase()
        return adapter.updateAccount(account, isEqual ? (found ?? {}) : expected)
      },
    }),
    detectedBy: [
      "keeps an account's tokens if its refresh token is not the expected one",
      'replaces tokens of an account without a refresh token only if none is expected',
    ],
  },
  'without an expected refresh token, an update of tokens expects any': {
    breaks: (adapter) => ({
      updateAccount: async (account, expected) =>
        (await adapter.updateAccount(account, expected?.refresh_token ? expected : undefined)) ?? false,
    }),
    detectedBy: [
      "keeps an account's tokens if its refresh token is not the expected one",
      'replaces tokens of an account without a refresh token only if none is expected',
    ],
  },
  'an update of tokens does not look at the user': {
    breaks: (adapter) => ({
      async updateAccount(account, expected) {
        const found = await adapter.getAccount(account.providerAccountId, account.provider)
        return adapter.updateAccount({ ...account, userId: found?.userId ?? account.userId }, expected)
      },
    }),
    detectedBy: [
      "does not update another user's account",
      "refuses a refreshed token for an unknown or another user's account",
    ],
  },
  'tokens are cut after 8,000 characters': {
    breaks: (adapter) => ({
      linkAccount: (account) =>
        adapter.linkAccount({ ...account, access_token: account.access_token?.slice(0, 8000) }),
    }),
    detectedBy: ['stores tokens with 12,000 characters'],
  },
  'every account is listed for every user': {
    breaks: (adapter) => {
      const accounts: AdapterAccount[] = []
      return {
        linkAccount: (account) => {
          accounts.push(account)
          return adapter.linkAccount(account) as AdapterAccount
        },
        listAccounts: () => accounts,
      }
    },
    detectedBy: [
      "replaces an account's tokens if it has the expected refresh token",
      'replaces tokens of an account without a refresh token only if none is expected',
      'replaces the tokens in only one of twenty concurrent calls that expect the same refresh token',
      "lists only one user's accounts, with their tokens",
      'lists no accounts for an id that differs in case, blanks or zeros',
      'lists no account after it was unlinked',
      'lists no account for a deleted user',
      'stores tokens with 12,000 characters',
    ],
  },
  'accounts are listed without their tokens': {
    breaks: (adapter) => ({
      listAccounts: async (userId) =>
        (await adapter.listAccounts(userId)).map(({ provider, providerAccountId, type }) => ({
          provider,
          providerAccountId,
          type,
          userId,
        })),
    }),
    detectedBy: [
      "replaces an account's tokens if it has the expected refresh token",
      'replaces tokens of an account without a refresh token only if none is expected',
      'replaces the tokens in only one of twenty concurrent calls that expect the same refresh token',
      "keeps an account's tokens if its refresh token is not the expected one",
      "refuses a refreshed token for an unknown or another user's account",
      "lists only one user's accounts, with their tokens",
      'lists no account after it was unlinked',
      'stores tokens with 12,000 characters',
    ],
  },
  'only one account of a user is listed': {
    breaks: (adapter) => ({
      listAccounts: async (userId) => (await adapter.listAccounts(userId)).slice(0, 1),
    }),
    detectedBy: [
      "replaces an account's tokens if it has the expected refresh token",
      "lists only one user's accounts, with their tokens",
    ],
  },
  'accounts are listed for an id with blanks': {
    breaks: (adapter) => ({ listAccounts: (userId) => adapter.listAccounts(userId.trim()) }),
    detectedBy: ['lists no accounts for an id that differs in case, blanks or zeros'],
  },
  'an empty list of accounts is null': {
    breaks: (adapter) => ({
      async listAccounts(userId) {
        const found = await adapter.listAccounts(userId)
        return found.length > 0 ? found : (null as never)
      },
    }),
    detectedBy: ['returns an empty list for a user without accounts'],
  },
  'accounts are listed from a copy that lags': {
    breaks: (adapter) => {
      const copies = new Map<string, AdapterAccount[]>()
      return {
        async linkAccount(account) {
          await adapter.linkAccount(account)
          copies.set(account.userId, [...(await adapter.listAccounts(account.userId))])
        },
        listAccounts: (userId) => copies.get(userId) ?? [],
      }
    },
    detectedBy: [
      "replaces an account's tokens if it has the expected refresh token",
      'replaces tokens of an account without a refresh token only if none is expected',
      'replaces the tokens in only one of twenty concurrent calls that expect the same refresh token',
      'lists no account after it was unlinked',
      'lists no account for a deleted user',
      'stores tokens with 12,000 characters',
    ],
  },
  'a first sign-in always creates a user': {
    breaks: (adapter) => ({
      async createUserWithAccount(user, account) {
        const created = await adapter.createUser({ ...user, email: crypto.randomUUID() })
        try {
          await adapter.linkAccount({ ...account, userId: created.id })
        } catch {}
        return { user: { ...created, email: user.email }, isNewUser: true }
      },
    }),
    detectedBy: [
      'returns the existing user when the account of a first sign-in is already linked',
      "stores nothing when a first sign-in has another user's e-mail address",
      'creates one user from twenty concurrent first sign-ins',
    ],
  },
  'only one of several concurrent first sign-ins succeeds': {
    breaks: (adapter) => {
      const running = new Set<string>()
      return {
        async createUserWithAccount(user, account) {
          if (running.has(account.providerAccountId)) throw new Error('the account is locked')
          running.add(account.providerAccountId)
          await pause()
          running.delete(account.providerAccountId)
          return adapter.createUserWithAccount(user, account)
        },
      }
    },
    detectedBy: ['lets each of twenty concurrent first sign-ins of one user succeed'],
  },
  'a verification token that is being used is locked': {
    breaks: (adapter) => {
      const locked = new Set<string>()
      return {
        async useVerificationToken(params) {
          if (locked.has(params.token)) throw new Error('the token is locked')
          locked.add(params.token)
          await pause()
          locked.delete(params.token)
          return adapter.useVerificationToken(params)
        },
      }
    },
    detectedBy: ['returns null to the other concurrent calls that use a verification token'],
  },
  'a first sign-in reads first and writes afterwards': {
    breaks: (adapter) => ({
      async createUserWithAccount(user, account) {
        const known = await adapter.getUserByAccount(account)
        if (known) return { user: known, isNewUser: false }
        await pause()
        const created = await adapter.createUser(user)
        await adapter.linkAccount({ ...account, userId: created.id })
        return { user: created, isNewUser: true }
      },
    }),
    detectedBy: ['lets each of twenty concurrent first sign-ins of one user succeed'],
  },
  'every passkey is listed for every user': {
    breaks: (adapter) => {
      const ids = new Set<string>()
      return {
        createAuthenticator(authenticator) {
          ids.add(authenticator.credentialID)
          return adapter.createAuthenticator(authenticator)
        },
        listAuthenticatorsByUserId: async () =>
          (await Promise.all([...ids].map((id) => adapter.getAuthenticator(id)))).filter(
            (found) => found !== null,
          ),
      }
    },
    detectedBy: ["deletes a user's passkeys together with their accounts", "lists only one user's passkeys"],
  },
  'an empty list of passkeys is null': {
    breaks: () => ({ listAuthenticatorsByUserId: () => null as never }),
    detectedBy: [
      "deletes a user's passkeys together with their accounts",
      "lists only one user's passkeys",
      'returns an empty list for a user without passkeys',
    ],
  },
  'false is returned as 0': {
    breaks: (adapter) => ({
      getAuthenticator: async (id) => {
        const found = await adapter.getAuthenticator(id)
        return (
          found && { ...found, credentialBackedUp: Number(found.credentialBackedUp) as unknown as boolean }
        )
      },
    }),
    detectedBy: ['returns a passkey with the fields that were stored', 'stores a passkey without transports'],
  },
  'the counter of a passkey is not updated': {
    breaks: (adapter) => ({
      updateAuthenticatorCounter: async (id) => (await adapter.getAuthenticator(id)) as never,
    }),
    detectedBy: [
      'updates the counter of one passkey only',
      'rejects a counter update for an unknown passkey',
    ],
  },
  'a password is replaced without comparing the expected one': {
    breaks: (adapter) => ({ setPassword: (password) => adapter.setPassword(password) }),
    detectedBy: [
      'replaces a password only if it is the expected one',
      'lets one of twenty concurrent calls replace the expected password',
    ],
  },
  'a password is read first and replaced afterwards': {
    breaks: (adapter) => ({
      async setPassword(password, expected) {
        const stored = (await adapter.getPassword(password.userId))?.hash ?? null
        await pause()
        return expected === undefined || stored === expected ? adapter.setPassword(password) : false
      },
    }),
    detectedBy: ['lets one of twenty concurrent calls replace the expected password'],
  },
  "a user's state is replaced as a whole": {
    breaks: (adapter) => ({
      setUserDetails: (details) =>
        adapter.setUserDetails({ disabledAt: null, deviceEpoch: null, ...details }),
    }),
    detectedBy: [
      "changes the given fields of a user's state and keeps the others",
      "stores a user's state from twenty concurrent calls",
    ],
  },
  'a recovery code is counted first and deleted afterwards': {
    breaks: (adapter) => {
      const used = new Map<string, string>()
      return {
        async useRecoveryCode(userId, hash) {
          const key = `${userId} ${hash}`
          const isUsed = used.has(key)
          await pause()
          used.set(key, hash)
          const isFound = await adapter.useRecoveryCode(userId, hash)
          return isFound || (!isUsed && (await adapter.countRecoveryCodes(userId)) > 0 && used.size > 0)
        },
      }
    },
    detectedBy: [
      'accepts a recovery code once, and only from its user',
      'replaces all recovery codes of one user only',
      'accepts a recovery code from only one of twenty concurrent calls',
    ],
  },
  'a recovery code that is being used is locked': {
    breaks: (adapter) => {
      const locked = new Set<string>()
      return {
        async useRecoveryCode(userId, hash) {
          if (locked.has(hash)) throw new Error('the code is locked')
          locked.add(hash)
          await pause()
          locked.delete(hash)
          return adapter.useRecoveryCode(userId, hash)
        },
      }
    },
    detectedBy: ['reports no error to the other concurrent calls that use a recovery code'],
  },
  'new recovery codes are added to the old ones': {
    breaks: (adapter) => {
      const codes = new Map<string, Set<string>>()
      return {
        async replaceRecoveryCodes(userId, hashes) {
          const all = new Set([...(codes.get(userId) ?? []), ...hashes])
          codes.set(userId, all)
          await adapter.replaceRecoveryCodes(userId, [...all])
        },
      }
    },
    detectedBy: ['replaces all recovery codes of one user only'],
  },
  'a second factor is changed and deleted without comparing the user': {
    breaks: (adapter) => {
      const owners = new Map<string, string>()
      return {
        createSecondFactor(factor) {
          owners.set(factor.id, factor.userId)
          return adapter.createSecondFactor(factor)
        },
        updateSecondFactor: (factor) =>
          adapter.updateSecondFactor({ ...factor, userId: owners.get(factor.id) ?? factor.userId }),
        deleteSecondFactor: ({ id, userId }) =>
          adapter.deleteSecondFactor({ id, userId: owners.get(id) ?? userId }),
      }
    },
    detectedBy: [
      'changes the given fields of a second factor, and only for its user',
      'deletes a second factor once, and only for its user',
    ],
  },
  'a passkey is deleted without comparing the user': {
    breaks: (adapter) => ({
      async deleteAuthenticator({ credentialID, userId }) {
        const passkey = await adapter.getAuthenticator(credentialID)
        return adapter.deleteAuthenticator({ credentialID, userId: passkey?.userId ?? userId })
      },
    }),
    detectedBy: ['deletes a passkey with its account and details, and only for its user'],
  },
  'the end of all sessions keeps their rows': {
    breaks: (adapter) => {
      const tokens = new Set<string>()
      return {
        createSessionDetails(details) {
          tokens.add(details.sessionToken)
          return adapter.createSessionDetails(details)
        },
        async deleteAllSessions() {
          for (const token of tokens) await adapter.deleteSessionDetails(token)
        },
      }
    },
    detectedBy: ['deletes all sessions of all users, and what is known of them'],
  },
  'a session that is touched is locked': {
    breaks: (adapter) => {
      let isLocked = false
      return {
        async touchSessionDetails(details) {
          if (isLocked) throw new Error('the session is locked')
          isLocked = true
          await pause()
          isLocked = false
          await adapter.touchSessionDetails(details)
        },
      }
    },
    detectedBy: ['changes what is known of a session from twenty concurrent calls'],
  },
  'security events are not limited': {
    breaks: (adapter) => ({
      listSecurityEvents: (userId, options) =>
        adapter.listSecurityEvents(userId, { ...options, limit: 1000 }),
    }),
    detectedBy: ["returns a user's security events, the newest first"],
  },
}

describe('the adapter suite', () => {
  // proves AUD-F1, AUD-S1, DB-29, TOK-15
  it.each(Object.entries(faults))('detects that %s', async (_, { breaks, detectedBy }) => {
    expect((await findFailures(breaks)).toSorted()).toEqual(detectedBy.toSorted())
  })

  it('has no case that passes with every faulty adapter', async () => {
    const alwaysPassing = new Set(adapterCases.map(({ name }) => name))
    for (const breaks of [storesNothing, ...Object.values(faults).map((fault) => fault.breaks)])
      for (const name of await findFailures(breaks)) alwaysPassing.delete(name)
    expect([...alwaysPassing]).toEqual([])
  })
})

function storesNothing(adapter: Complete): Partial<Complete> {
  const stub = (method: string) => (record: unknown) => (method.startsWith('create') ? record : null)
  return Object.fromEntries(Object.keys(adapter).map((method) => [method, stub(method)]))
}

/** Returns the titles of the cases that fail with this fault. */
async function findFailures(breaks: Fault['breaks']): Promise<string[]> {
  const failed: string[] = []
  for (const { name, run } of adapterCases) {
    const adapter = memory()
    await run({ ...adapter, ...breaks(adapter) }).catch(() => failed.push(name))
  }
  return failed
}
