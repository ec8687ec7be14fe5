import { oneProcess } from '../sql/one-process.ts'
import { rejecting } from '../sql/rejecting.ts'
import { sealing } from '../sql/seals-tokens.ts'
import type {
  Adapter,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  CompleteAdapter,
  VerificationToken,
} from '../types/adapter.ts'
import {
  type AccountRecords,
  createAccountRecords,
  deleteAccountRecords,
  memoryAccountMethods,
} from './memory/accounts.ts'

export type { CompleteAdapter } from '../types/adapter.ts'

type Methods<Name extends keyof Adapter> = Required<Pick<Adapter, Name>>

interface Tables {
  readonly users: Map<string, AdapterUser>
  readonly accounts: Map<string, AdapterAccount>
  readonly sessions: Map<string, AdapterSession>
  readonly verificationTokens: Map<string, VerificationToken>
  readonly authenticators: Map<string, AdapterAuthenticator>
  readonly records: AccountRecords
}

/**
 * Creates an adapter for tests and demos. Keeps all records in this process's memory and loses them
 * when it exits.
 *
 * The adapter enforces the same constraints as a database: an e-mail address belongs to one user,
 * an account has one owner, and a session or account needs an existing user. Records are copied
 * when they are stored and when they are read.
 *
 * @example
 * ```ts
 * import memory from 'latchkey/adapters/memory'
 *
 * const adapter = memory()
 * ```
 */
export default function memory(): CompleteAdapter {
  const tables: Tables = {
    users: new Map(),
    accounts: new Map(),
    sessions: new Map(),
    verificationTokens: new Map(),
    authenticators: new Map(),
    records: createAccountRecords(),
  }
  const methods = rejecting({
    ...userMethods(tables),
    ...accountMethods(tables),
    ...signUpMethods(tables),
    ...sessionMethods(tables),
    ...verificationTokenMethods(tables),
    ...authenticatorMethods(tables),
    ...memoryAccountMethods(tables.records, tables),
  })
  return Object.assign(sealing(methods), { [oneProcess]: true })
}

function userMethods(
  tables: Tables,
): Methods<'createUser' | 'getUser' | 'getUserByEmail' | 'updateUser' | 'deleteUser'> {
  const { users, accounts, sessions, authenticators } = tables
  return {
    createUser: (user) => addUser(tables, user),
    getUser: (id) => copyRecord(users.get(id)),
    getUserByEmail: (email) => copyRecord(userWithEmail(tables, email)),
    updateUser(changes) {
      const user = users.get(changes.id)
      if (user === undefined) throw new Error('There is no user with this id.')
      rejectDuplicateEmail(tables, changes)
      return store(users, user.id, { ...user, ...copy(changes) })
    },
    deleteUser(id) {
      deleteRecordsForUser(id, accounts, sessions, authenticators)
      deleteAccountRecords(tables.records, id)
      return removeRecord(users, id)
    },
  }
}

function accountMethods(
  tables: Tables,
): Methods<
  | 'getUserByAccount'
  | 'getAccount'
  | 'listAccounts'
  | 'linkAccount'
  | 'unlinkAccount'
  | 'updateAccount'
  | 'deleteAccountsByUserId'
> {
  const { accounts, authenticators } = tables
  return {
    getUserByAccount: (account) => copyRecord(findOwner(tables, account)),
    getAccount: (providerAccountId, provider) =>
      copyRecord(accounts.get(accountKey({ provider, providerAccountId }))),
    listAccounts: (userId) => [...accounts.values()].filter((found) => found.userId === userId).map(copy),
    linkAccount: (account) => addAccount(tables, account),
    unlinkAccount: (account) => removeRecord(accounts, accountKey(account)) ?? undefined,
    deleteAccountsByUserId: (userId) => deleteRecordsForUser(userId, accounts, authenticators),
    updateAccount(changes, expected) {
      const account = accounts.get(accountKey(changes))
      if (account === undefined || account.userId !== changes.userId) return expected ? false : null
      if (expected && (account.refresh_token ?? null) !== (expected.refresh_token ?? null)) return false
      return store(accounts, accountKey(account), { ...account, ...copy(changes) })
    },
  }
}

function signUpMethods(tables: Tables): Methods<'createUserWithAccount'> {
  return {
    createUserWithAccount(user, account) {
      const existing = findOwner(tables, account)
      if (existing !== undefined) return { user: copy(existing), isNewUser: false }
      const created = addUser(tables, user)
      addAccount(tables, { ...account, userId: created.id })
      return { user: created, isNewUser: true }
    },
  }
}

function sessionMethods(
  tables: Tables,
): Methods<
  'createSession' | 'getSessionAndUser' | 'updateSession' | 'deleteSession' | 'deleteSessionsByUserId'
> {
  const { users, sessions } = tables
  return {
    createSession(session) {
      rejectUnknownUser(tables, session.userId)
      if (sessions.has(session.sessionToken)) throw new Error('A session with this token already exists.')
      return store(sessions, session.sessionToken, session)
    },
    getSessionAndUser(sessionToken) {
      const session = sessions.get(sessionToken)
      const user = session && users.get(session.userId)
      return session && user ? { session: copy(session), user: copy(user) } : null
    },
    updateSession(changes) {
      const session = sessions.get(changes.sessionToken)
      if (session === undefined) return null
      const changed = { ...session, ...copy(changes) }
      rejectUnknownUser(tables, changed.userId)
      return store(sessions, session.sessionToken, changed)
    },
    deleteSession: (sessionToken) => removeRecord(sessions, sessionToken),
    deleteSessionsByUserId: (userId) => deleteRecordsForUser(userId, sessions),
  }
}

function verificationTokenMethods({
  verificationTokens,
}: Tables): Methods<'createVerificationToken' | 'useVerificationToken' | 'deleteVerificationTokens'> {
  const tokenKey = ({ identifier, token }: Pick<VerificationToken, 'identifier' | 'token'>): string =>
    JSON.stringify([identifier, token])
  return {
    createVerificationToken(token) {
      if (verificationTokens.has(tokenKey(token))) throw new Error('This verification token already exists.')
      return store(verificationTokens, tokenKey(token), token)
    },
    useVerificationToken: (params) => removeRecord(verificationTokens, tokenKey(params)),
    deleteVerificationTokens(identifier) {
      for (const [key, token] of verificationTokens)
        if (token.identifier === identifier) verificationTokens.delete(key)
    },
  }
}

function authenticatorMethods(
  tables: Tables,
): Methods<
  'getAuthenticator' | 'createAuthenticator' | 'listAuthenticatorsByUserId' | 'updateAuthenticatorCounter'
> {
  const { authenticators } = tables
  return {
    getAuthenticator: (credentialID) => copyRecord(authenticators.get(credentialID)),
    createAuthenticator(authenticator) {
      rejectUnknownUser(tables, authenticator.userId)
      if (authenticators.has(authenticator.credentialID))
        throw new Error('An authenticator with this credentialID already exists.')
      return store(authenticators, authenticator.credentialID, authenticator)
    },
    listAuthenticatorsByUserId: (userId) =>
      [...authenticators.values()].filter((found) => found.userId === userId).map(copy),
    updateAuthenticatorCounter(credentialID, counter) {
      const authenticator = authenticators.get(credentialID)
      if (authenticator === undefined) throw new Error('There is no authenticator with this credentialID.')
      return store(authenticators, credentialID, { ...authenticator, counter })
    },
  }
}

function addUser(tables: Tables, user: AdapterUser): AdapterUser {
  // Despite the type, callers may omit the id so that the adapter assigns one.
  const id = user.id ?? crypto.randomUUID()
  if (tables.users.has(id)) throw new Error('A user with this id already exists.')
  rejectDuplicateEmail(tables, { ...user, id })
  return store(tables.users, id, { ...user, id, emailVerified: user.emailVerified ?? null })
}

function addAccount(tables: Tables, account: AdapterAccount): AdapterAccount {
  rejectUnknownUser(tables, account.userId)
  if (tables.accounts.has(accountKey(account)))
    throw new Error(`This "${account.provider}" account is already linked.`)
  return store(tables.accounts, accountKey(account), account)
}

function deleteRecordsForUser(userId: string, ...tables: Map<string, { userId: string }>[]): void {
  for (const table of tables)
    for (const [key, record] of table) if (record.userId === userId) table.delete(key)
}

function rejectUnknownUser({ users }: Tables, userId: string): void {
  if (!users.has(userId)) throw new Error('There is no user with this id.')
}

function rejectDuplicateEmail(tables: Tables, { id, email }: Partial<AdapterUser>): void {
  const owner = userWithEmail(tables, email)
  if (owner !== undefined && owner.id !== id) throw new Error('Another user has this e-mail address.')
}

function userWithEmail({ users }: Tables, email: string | null | undefined): AdapterUser | undefined {
  // Some providers return no e-mail address. Two users without one must not match each other.
  if (typeof email !== 'string') return undefined
  return [...users.values()].find((user) => user.email === email)
}

function findOwner(
  { users, accounts }: Tables,
  account: Pick<AdapterAccount, 'provider' | 'providerAccountId'>,
): AdapterUser | undefined {
  const linked = accounts.get(accountKey(account))
  return linked && users.get(linked.userId)
}

function accountKey({
  provider,
  providerAccountId,
}: {
  provider: string
  providerAccountId: string
}): string {
  return JSON.stringify([provider, providerAccountId])
}

function store<T extends object>(table: Map<string, T>, key: string, record: T): T {
  const stored = copy(record)
  table.set(key, stored)
  return copy(stored)
}

function removeRecord<T>(table: Map<string, T>, key: string): T | null {
  const record = table.get(key)
  table.delete(key)
  return record ?? null
}

function copyRecord<T extends object>(record: T | undefined): T | null {
  return record === undefined ? null : copy(record)
}

/** Returns a deep copy without the `undefined` fields. */
function copy<T extends object>(record: T): T {
  return structuredClone(
    Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)),
  ) as T
}
