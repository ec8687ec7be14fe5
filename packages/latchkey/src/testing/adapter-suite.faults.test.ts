// Longer than other files because it is one table: each fault with the cases that detect it.
import { describe, expect, it } from 'vitest'
import memory from '../adapters/memory.ts'
import type { Adapter, AdapterUser, VerificationToken } from '../types/adapter.ts'
import { adapterCases } from './adapter-suite.ts'

type Complete = Required<Adapter>

/** A fault in an adapter that works otherwise, and the titles of the cases that detect it. */
interface Fault {
  readonly breaks: (adapter: Complete) => Partial<Complete>
  readonly detectedBy: readonly string[]
}

const keyOf = ({ identifier, token }: Pick<VerificationToken, 'identifier' | 'token'>): string =>
  `${identifier} ${token}`
const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const throwIfMissing = <T>(record: T | null | undefined): T => {
  if (record === null || record === undefined) throw new Error('not found')
  return record
}

const inLowerCase = <A extends { providerAccountId: string }>(account: A): A => ({
  ...account,
  providerAccountId: account.providerAccountId.toLowerCase(),
})
const withoutAccents = (text: string): string => text?.normalize('NFD').replaceAll(/\p{M}/gu, '')

const faults: Record<string, Fault> = {
  'a verification token is not deleted': {
    breaks: () => {
      const links = new Map<string, VerificationToken>()
      return {
        createVerificationToken: (link) => void links.set(keyOf(link), link),
        useVerificationToken: (params) => links.get(keyOf(params)) ?? null,
      }
    },
    detectedBy: [
      'returns a verification token once',
      'returns a verification token to only one of twenty concurrent calls',
      'deletes all verification tokens of one e-mail address only',
    ],
  },
  'a verification token is read first and deleted afterwards': {
    breaks: () => {
      const links = new Map<string, VerificationToken>()
      return {
        createVerificationToken: (link) => void links.set(keyOf(link), link),
        async useVerificationToken(params) {
          const link = links.get(keyOf(params)) ?? null
          await pause()
          links.delete(keyOf(params))
          return link
        },
      }
    },
    detectedBy: [
      'returns a verification token to only one of twenty concurrent calls',
      'deletes all verification tokens of one e-mail address only',
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
      'returns null for a wrong e-mail address and keeps the verification token',
      'keeps a verification token when the e-mail address is missing',
      'deletes all verification tokens of one e-mail address only',
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
      'returns null for a wrong e-mail address and keeps the verification token',
      'keeps a verification token when the e-mail address is missing',
      'deletes all verification tokens of one e-mail address only',
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
      'returns null for a wrong verification token and keeps the stored one',
      'deletes all verification tokens of one e-mail address only',
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
      'returns a verification token once',
      'returns null for a wrong verification token and keeps the stored one',
      'returns null for a wrong e-mail address and keeps the verification token',
      'keeps a verification token when the e-mail address is missing',
      'deletes all verification tokens of one e-mail address only',
    ],
  },
  'dates are returned as strings': {
    breaks: (adapter) => ({ getUser: async (id) => JSON.parse(JSON.stringify(await adapter.getUser(id))) }),
    detectedBy: [
      'keeps the milliseconds of the verification date',
      'updates only the given fields of a user',
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
    detectedBy: ['keeps an extra field of a user when another field is updated'],
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
      'updates only the given fields of a user',
      'keeps an extra field of a user when another field is updated',
      'returns a session with the current fields of its user',
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
      'keeps the stored user unchanged when the caller changes a record',
      'updates only the given fields of a user',
    ],
  },
  'a missing record throws': {
    breaks: (adapter) => ({
      getUser: async (id) => throwIfMissing(await adapter.getUser(id)),
      getUserByAccount: async (account) => throwIfMissing(await adapter.getUserByAccount(account)),
      getSessionAndUser: async (token) => throwIfMissing(await adapter.getSessionAndUser(token)),
      getAuthenticator: async (id) => throwIfMissing(await adapter.getAuthenticator(id)),
    }),
    detectedBy: [
      'returns null for an unknown user',
      'deletes one user and keeps the others',
      'returns null for an unknown account',
      'distinguishes account ids that differ in case or accents',
      'links an account once from twenty concurrent calls',
      'unlinks one account and keeps the others',
      'finds no user by an account that was linked to an unknown user',
      'deletes the accounts of a deleted user',
      'stores nothing when a first sign-in has the e-mail address of another user',
      'returns null for an unknown session',
      'ignores the extension of a deleted session',
      'deletes one session and keeps the others',
      'finds no session that was created for an unknown user',
      'unlinks all accounts of one user only',
      'deletes all sessions of one user only',
      'deletes the sessions of a deleted user',
      'returns a passkey with the fields that were stored',
      'deletes the passkeys of a deleted user',
    ],
  },
  'the accounts of a user are not deleted': {
    breaks: () => ({ deleteAccountsByUserId: () => null }),
    detectedBy: [
      'unlinks all accounts of one user only',
      'deletes the passkeys of a user together with their accounts',
    ],
  },
  'the sessions of a user are not deleted': {
    breaks: () => ({ deleteSessionsByUserId: () => null }),
    detectedBy: ['deletes all sessions of one user only'],
  },
  'the verification tokens of an e-mail address are not deleted': {
    breaks: () => ({ deleteVerificationTokens: () => null }),
    detectedBy: ['deletes all verification tokens of one e-mail address only'],
  },
  'deleting an unknown session throws': {
    breaks: (adapter) => ({
      deleteSession: async (token) => throwIfMissing((await adapter.deleteSession(token)) ?? null),
    }),
    detectedBy: ['ignores the deletion of an unknown session', 'deletes the sessions of a deleted user'],
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
    detectedBy: ['ignores the extension of a deleted session'],
  },
  'extending a session changes nothing': {
    breaks: (adapter) => ({ updateSession: ({ sessionToken }) => adapter.updateSession({ sessionToken }) }),
    detectedBy: ['extends one session and keeps its other fields'],
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
    detectedBy: ['returns a session with the current fields of its user'],
  },
  'deleting a user deletes nothing': {
    breaks: () => ({ deleteUser: () => null }),
    detectedBy: [
      'deletes one user and keeps the others',
      'deletes the accounts of a deleted user',
      'deletes the sessions of a deleted user',
      'deletes the passkeys of a deleted user',
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
    detectedBy: ['deletes one session and keeps the others', 'deletes the sessions of a deleted user'],
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
    detectedBy: ['links an account once from twenty concurrent calls'],
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
      'returns null for an unknown account',
      'treats the same account id at two providers as two accounts',
    ],
  },
  'account ids are compared without case': {
    breaks: (adapter) => ({
      linkAccount: (account) => adapter.linkAccount(inLowerCase(account)),
      getUserByAccount: (account) => adapter.getUserByAccount(inLowerCase(account)),
      getAccount: (id, provider) => adapter.getAccount(id.toLowerCase(), provider),
      createUserWithAccount: (user, account) => adapter.createUserWithAccount(user, inLowerCase(account)),
    }),
    detectedBy: [
      'distinguishes account ids that differ in case or accents',
      'returns no account whose id differs in case or accents',
      'creates a user for each of two account ids that differ in case or accents',
    ],
  },
  'a user is returned with the e-mail address that was requested': {
    breaks: (adapter) => ({
      async getUserByEmail(email) {
        const user = await adapter.getUserByEmail(withoutAccents(email))
        return user && { ...user, email }
      },
    }),
    detectedBy: ['returns a user with the stored e-mail address, not with the requested one'],
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
      'updates only the given fields of an account',
      'does not update the account of another user',
      'stores the tokens of an account that is created together with its user',
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
      async updateAccount(account) {
        await adapter.unlinkAccount(account)
        await adapter.linkAccount(account)
      },
    }),
    detectedBy: [
      'updates only the given fields of an account',
      'does not update the account of another user',
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
      'creates one user from twenty concurrent first sign-ins',
      'stores nothing when a first sign-in has the e-mail address of another user',
    ],
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
    detectedBy: ['creates one user from twenty concurrent first sign-ins'],
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
    detectedBy: [
      'lists the passkeys of one user only',
      'deletes the passkeys of a user together with their accounts',
    ],
  },
  'an empty list of passkeys is null': {
    breaks: () => ({ listAuthenticatorsByUserId: () => null as never }),
    detectedBy: [
      'lists the passkeys of one user only',
      'returns an empty list for a user without passkeys',
      'deletes the passkeys of a user together with their accounts',
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
    detectedBy: [
      'returns a passkey with the fields that were stored',
      'stores a passkey without transports',
      'updates the counter of one passkey only',
    ],
  },
  'the counter of a passkey is not updated': {
    breaks: (adapter) => ({
      updateAuthenticatorCounter: async (id) => (await adapter.getAuthenticator(id)) as never,
    }),
    detectedBy: ['updates the counter of one passkey only', 'rejects a counter update of an unknown passkey'],
  },
}

describe('the adapter suite', () => {
  // proves AUD-F1, AUD-S1
  it.each(Object.entries(faults))('detects that %s', async (_, { breaks, detectedBy }) => {
    expect((await failuresOf(breaks)).toSorted()).toEqual(detectedBy.toSorted())
  })

  it('has no case that passes with every faulty adapter', async () => {
    const alwaysPassing = new Set(adapterCases.map(({ name }) => name))
    for (const breaks of [storesNothing, ...Object.values(faults).map((fault) => fault.breaks)])
      for (const name of await failuresOf(breaks)) alwaysPassing.delete(name)
    expect([...alwaysPassing]).toEqual([])
  })
})

function storesNothing(adapter: Complete): Partial<Complete> {
  const stub = (method: string) => (record: unknown) => (method.startsWith('create') ? record : null)
  return Object.fromEntries(Object.keys(adapter).map((method) => [method, stub(method)]))
}

/** Returns the titles of the cases that fail with this fault. */
async function failuresOf(breaks: Fault['breaks']): Promise<string[]> {
  const failed: string[] = []
  for (const { name, run } of adapterCases) {
    const adapter = memory()
    await run({ ...adapter, ...breaks(adapter) }).catch(() => failed.push(name))
  }
  return failed
}
