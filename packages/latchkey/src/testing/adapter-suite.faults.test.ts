// Longer than other files because it is one table: a fault, and what finds it.
import { describe, expect, it } from 'vitest'
import memory from '../adapters/memory.ts'
import type { Adapter, AdapterUser, VerificationToken } from '../types/adapter.ts'
import { adapterCases } from './adapter-suite.ts'

type Complete = Required<Adapter>

/** A fault in an adapter that is right otherwise, and the cases that find it. */
interface Fault {
  readonly breaks: (right: Complete) => Partial<Complete>
  readonly found: readonly string[]
}

const linkOf = ({ identifier, token }: Pick<VerificationToken, 'identifier' | 'token'>): string =>
  `${identifier} ${token}`
const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const orThrow = <T>(record: T | null | undefined): T => {
  if (record === null || record === undefined) throw new Error('not found')
  return record
}

const faults: Record<string, Fault> = {
  'a link is not deleted': {
    breaks: () => {
      const links = new Map<string, VerificationToken>()
      return {
        createVerificationToken: (link) => void links.set(linkOf(link), link),
        useVerificationToken: (params) => links.get(linkOf(params)) ?? null,
      }
    },
    found: [
      'a link works once',
      'a link works once, of twenty at once',
      'all links to an address are forgotten, and no other',
    ],
  },
  'a link is read first and deleted then': {
    breaks: () => {
      const links = new Map<string, VerificationToken>()
      return {
        createVerificationToken: (link) => void links.set(linkOf(link), link),
        async useVerificationToken(params) {
          const link = links.get(linkOf(params)) ?? null
          await pause()
          links.delete(linkOf(params))
          return link
        },
      }
    },
    found: ['a link works once, of twenty at once', 'all links to an address are forgotten, and no other'],
  },
  'a link is found by its token alone': {
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
    found: [
      'a wrong address gives nothing and uses nothing up',
      'a link without its address gives nothing and uses nothing up',
      'all links to an address are forgotten, and no other',
    ],
  },
  'a link of another address is deleted, if not given': {
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
    found: [
      'a wrong address gives nothing and uses nothing up',
      'a link without its address gives nothing and uses nothing up',
      'all links to an address are forgotten, and no other',
    ],
  },
  'a link is found by its address alone': {
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
    found: [
      'a wrong token gives nothing and uses nothing up',
      'all links to an address are forgotten, and no other',
    ],
  },
  'an e-mail address may have many users': {
    breaks: (right) => {
      const taken = new Set<string>()
      return {
        createUser(user) {
          if (taken.has(user.email)) return user
          taken.add(user.email)
          return right.createUser(user)
        },
      }
    },
    found: ['an e-mail address has one user', 'an e-mail address has one user, of twenty at once'],
  },
  'an e-mail address is looked up first and taken then': {
    breaks: (right) => {
      const taken = new Set<string>()
      return {
        async createUser(user) {
          if (taken.has(user.email)) throw new Error('taken')
          await pause()
          taken.add(user.email)
          return (await right.getUserByEmail(user.email)) ?? right.createUser(user)
        },
      }
    },
    found: ['an e-mail address has one user, of twenty at once'],
  },
  'who has no e-mail address is found without one': {
    breaks: (right) => {
      let last: AdapterUser | undefined
      return {
        async createUser(user) {
          const created = await right.createUser(user)
          if (!created.email) last = created
          return created
        },
        getUserByEmail: (email) => (email ? right.getUserByEmail(email) : (last ?? null)),
      }
    },
    found: ['nobody is found by the lack of an e-mail address'],
  },
  'dates are kept in seconds': {
    breaks: (right) => {
      const seconds = (date: Date): Date => new Date(Math.floor(date.getTime() / 1000) * 1000)
      return {
        createUser: (user) =>
          right.createUser({ ...user, emailVerified: user.emailVerified && seconds(user.emailVerified) }),
        createSession: (session) => right.createSession({ ...session, expires: seconds(session.expires) }),
        createVerificationToken: (link) =>
          right.createVerificationToken({ ...link, expires: seconds(link.expires) }),
      }
    },
    found: [
      'the date of verification keeps its milliseconds',
      'changing a record changes nothing that is stored',
      'a session is given back with its user',
      'a session that is extended ends later and stays the same',
      'a link works once',
      'a wrong token gives nothing and uses nothing up',
      'a wrong address gives nothing and uses nothing up',
      'a link without its address gives nothing and uses nothing up',
      'all links to an address are forgotten, and no other',
    ],
  },
  'dates are given as text': {
    breaks: (right) => ({ getUser: async (id) => JSON.parse(JSON.stringify(await right.getUser(id))) }),
    found: [
      'the date of verification keeps its milliseconds',
      'an update changes what it names and keeps the rest',
      'changing a record changes nothing that is stored',
    ],
  },
  'null is written as text': {
    breaks: (right) => ({ createUser: (user) => right.createUser({ ...user, name: String(user.name) }) }),
    found: ['a user without name and image is one'],
  },
  'extra fields are dropped': {
    breaks: (right) => ({
      createUser: ({ id, name, email, image, emailVerified }) =>
        right.createUser({ id, name, email, image, emailVerified }),
    }),
    found: ['an extra field of a user is kept, also by an update of another'],
  },
  'an update replaces the whole record': {
    breaks: (right) => {
      const users = new Map<string, AdapterUser>()
      return {
        updateUser: (user) => {
          users.set(user.id, user as AdapterUser)
          return user as AdapterUser
        },
        getUser: (id) => users.get(id) ?? right.getUser(id),
      }
    },
    found: [
      'an update changes what it names and keeps the rest',
      'an extra field of a user is kept, also by an update of another',
      'a session shows its user as they are now',
    ],
  },
  'records are shared with the caller': {
    breaks: (right) => {
      const users = new Map<string, AdapterUser>()
      return {
        async createUser(user) {
          const created = await right.createUser(user)
          users.set(created.id, created)
          return created
        },
        getUser: async (id) => ((await right.getUser(id)) ? (users.get(id) ?? null) : null),
      }
    },
    found: [
      'changing a record changes nothing that is stored',
      'an update changes what it names and keeps the rest',
    ],
  },
  'what is missing is thrown': {
    breaks: (right) => ({
      getUser: async (id) => orThrow(await right.getUser(id)),
      getUserByAccount: async (account) => orThrow(await right.getUserByAccount(account)),
      getSessionAndUser: async (token) => orThrow(await right.getSessionAndUser(token)),
      getAuthenticator: async (id) => orThrow(await right.getAuthenticator(id)),
    }),
    found: [
      'a user who does not exist is null',
      'a deleted user is gone, and nobody else',
      'an account that nobody has is null',
      'an account that is linked twenty times at once is there once',
      'an unlinked account is gone, and no other',
      'an account of nobody signs nobody in',
      'a deleted user takes their accounts along',
      'a first sign-in with the e-mail address of another user is refused whole',
      'a session that does not exist is null',
      'extending a deleted session neither fails nor brings it back',
      'a deleted session is gone, and no other',
      'a session of nobody is nobody’s',
      'all accounts of a user are unlinked, and nobody else’s',
      'all sessions of a user end, and nobody else’s',
      'a deleted user takes their sessions along',
      'a passkey is given back as it was created',
      'a deleted user takes their passkeys along',
    ],
  },
  'the accounts of a user stay': {
    breaks: () => ({ deleteAccountsByUserId: () => null }),
    found: [
      'all accounts of a user are unlinked, and nobody else’s',
      'all passkeys of a user go with their accounts',
    ],
  },
  'the sessions of a user stay': {
    breaks: () => ({ deleteSessionsByUserId: () => null }),
    found: ['all sessions of a user end, and nobody else’s'],
  },
  'links that wait for an address stay': {
    breaks: () => ({ deleteVerificationTokens: () => null }),
    found: ['all links to an address are forgotten, and no other'],
  },
  'a session that is gone cannot be deleted': {
    breaks: (right) => ({
      deleteSession: async (token) => orThrow((await right.deleteSession(token)) ?? null),
    }),
    found: ['deleting a session that is gone does not fail', 'a deleted user takes their sessions along'],
  },
  'a session that is gone comes back when it is extended': {
    breaks: (right) => {
      const owners = new Map<string, string>()
      return {
        createSession(session) {
          owners.set(session.sessionToken, session.userId)
          return right.createSession(session)
        },
        updateSession: async ({ sessionToken, expires = new Date() }) =>
          (await right.updateSession({ sessionToken, expires })) ??
          right.createSession({ sessionToken, expires, userId: owners.get(sessionToken) ?? '' }),
      }
    },
    found: ['extending a deleted session neither fails nor brings it back'],
  },
  'extending a session changes nothing': {
    breaks: (right) => ({ updateSession: ({ sessionToken }) => right.updateSession({ sessionToken }) }),
    found: ['a session that is extended ends later and stays the same'],
  },
  'the user of a session is remembered': {
    breaks: (right) => {
      const seen = new Map<string, ReturnType<Complete['getSessionAndUser']>>()
      return {
        getSessionAndUser(token) {
          if (!seen.has(token)) seen.set(token, right.getSessionAndUser(token))
          return seen.get(token) ?? null
        },
      }
    },
    found: ['a session shows its user as they are now'],
  },
  'deleting a user deletes nothing': {
    breaks: () => ({ deleteUser: () => null }),
    found: [
      'a deleted user is gone, and nobody else',
      'a deleted user takes their accounts along',
      'a deleted user takes their sessions along',
      'a deleted user takes their passkeys along',
    ],
  },
  'signing out ends every session of the user': {
    breaks: (right) => {
      const tokens = new Set<string>()
      return {
        createSession(session) {
          tokens.add(session.sessionToken)
          return right.createSession(session)
        },
        async deleteSession() {
          for (const token of tokens) await right.deleteSession(token)
          return null
        },
      }
    },
    found: ['a deleted session is gone, and no other', 'a deleted user takes their sessions along'],
  },
  'an account moves to whoever links it': {
    breaks: (right) => ({
      async linkAccount(account) {
        await right.unlinkAccount(account)
        await right.linkAccount(account)
      },
    }),
    found: ['an account stays with its user'],
  },
  'an account may be linked many times': {
    breaks: (right) => {
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
        linkAccount: (account) => (add(account, 1) === 1 ? right.linkAccount(account) : null),
        unlinkAccount: (account) => (add(account, -1) === 0 ? right.unlinkAccount(account) : undefined),
        deleteUser(id) {
          copies.clear()
          return right.deleteUser(id)
        },
      }
    },
    found: ['an account that is linked twenty times at once is there once'],
  },
  'the provider of an account is not looked at': {
    breaks: (right) => {
      const providers = new Set(['example'])
      return {
        linkAccount(account) {
          providers.add(account.provider)
          return right.linkAccount(account)
        },
        async getUserByAccount({ providerAccountId }) {
          const found = await Promise.all(
            [...providers].map((provider) => right.getUserByAccount({ provider, providerAccountId })),
          )
          return found.find((user) => user !== null) ?? null
        },
      }
    },
    found: ['an account that nobody has is null', 'the same id at two providers is two accounts'],
  },
  'tokens are not stored': {
    breaks: (right) => ({
      linkAccount: ({ provider, providerAccountId, type, userId }) =>
        right.linkAccount({ provider, providerAccountId, type, userId }),
      createUserWithAccount: (user, { provider, providerAccountId, type }) =>
        right.createUserWithAccount(user, { provider, providerAccountId, type }),
    }),
    found: [
      'an account keeps its tokens',
      'new tokens replace the old ones and keep the rest',
      'new tokens do not reach the account of another user',
      'a first sign-in keeps the tokens',
    ],
  },
  'what an account lacks is written as text': {
    breaks: (right) => ({
      linkAccount: (account) => right.linkAccount({ ...account, access_token: `${account.access_token}` }),
    }),
    found: ['an account without tokens has none'],
  },
  'new tokens replace the account': {
    breaks: (right) => ({
      async updateAccount(account) {
        await right.unlinkAccount(account)
        await right.linkAccount(account)
      },
    }),
    found: [
      'new tokens replace the old ones and keep the rest',
      'new tokens do not reach the account of another user',
    ],
  },
  'a first sign-in always makes a user': {
    breaks: (right) => ({
      async createUserWithAccount(user, account) {
        const created = await right.createUser({ ...user, email: crypto.randomUUID() })
        try {
          await right.linkAccount({ ...account, userId: created.id })
        } catch {}
        return { user: { ...created, email: user.email }, isNewUser: true }
      },
    }),
    found: [
      'a first sign-in that has happened already gives its user',
      'a first sign-in twenty times at once makes one user',
      'a first sign-in with the e-mail address of another user is refused whole',
    ],
  },
  'a first sign-in looks first and writes then': {
    breaks: (right) => ({
      async createUserWithAccount(user, account) {
        const known = await right.getUserByAccount(account)
        if (known) return { user: known, isNewUser: false }
        await pause()
        const created = await right.createUser(user)
        await right.linkAccount({ ...account, userId: created.id })
        return { user: created, isNewUser: true }
      },
    }),
    found: ['a first sign-in twenty times at once makes one user'],
  },
  'passkeys are everybody’s': {
    breaks: (right) => {
      const ids = new Set<string>()
      return {
        createAuthenticator(authenticator) {
          ids.add(authenticator.credentialID)
          return right.createAuthenticator(authenticator)
        },
        listAuthenticatorsByUserId: async () =>
          (await Promise.all([...ids].map((id) => right.getAuthenticator(id)))).filter(
            (found) => found !== null,
          ),
      }
    },
    found: ['the passkeys of a user are theirs alone', 'all passkeys of a user go with their accounts'],
  },
  'a list without passkeys is null': {
    breaks: () => ({ listAuthenticatorsByUserId: () => null as never }),
    found: [
      'the passkeys of a user are theirs alone',
      'a user without passkeys has an empty list',
      'all passkeys of a user go with their accounts',
    ],
  },
  'false is given as 0': {
    breaks: (right) => ({
      getAuthenticator: async (id) => {
        const found = await right.getAuthenticator(id)
        return (
          found && { ...found, credentialBackedUp: Number(found.credentialBackedUp) as unknown as boolean }
        )
      },
    }),
    found: [
      'a passkey is given back as it was created',
      'a passkey without transports is one',
      'the counter of a passkey goes on, and of no other',
    ],
  },
  'the counter of a passkey stands still': {
    breaks: (right) => ({
      updateAuthenticatorCounter: async (id) => (await right.getAuthenticator(id)) as never,
    }),
    found: [
      'the counter of a passkey goes on, and of no other',
      'the counter of a passkey that does not exist is refused',
    ],
  },
}

describe('the suite finds that', () => {
  it.each(Object.entries(faults))('%s', async (_, { breaks, found }) => {
    expect((await failuresOf(breaks)).toSorted()).toEqual(found.toSorted())
  })

  it('something is wrong with an adapter that stores nothing; no case passes with every adapter', async () => {
    const faultless = new Set(adapterCases.map(({ name }) => name))
    for (const breaks of [storesNothing, ...Object.values(faults).map((fault) => fault.breaks)])
      for (const name of await failuresOf(breaks)) faultless.delete(name)
    expect([...faultless]).toEqual([])
  })
})

function storesNothing(right: Complete): Partial<Complete> {
  const answer = (method: string) => (record: unknown) => (method.startsWith('create') ? record : null)
  return Object.fromEntries(Object.keys(right).map((method) => [method, answer(method)]))
}

/** The names of the cases that fail with this fault. */
async function failuresOf(breaks: Fault['breaks']): Promise<string[]> {
  const failed: string[] = []
  for (const { name, run } of adapterCases) {
    const right = memory()
    await run({ ...right, ...breaks(right) }).catch(() => failed.push(name))
  }
  return failed
}
