import type {
  Adapter,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from '../types/adapter.ts'

type Methods<Name extends keyof Adapter> = Required<Pick<Adapter, Name>>

interface Tables {
  readonly users: Map<string, AdapterUser>
  readonly accounts: Map<string, AdapterAccount>
  readonly sessions: Map<string, AdapterSession>
  readonly verificationTokens: Map<string, VerificationToken>
  readonly authenticators: Map<string, AdapterAuthenticator>
}

/**
 * An adapter for tests and demos: everything is kept in the memory of this process and ends with it.
 *
 * It refuses what a database refuses: a second user with an e-mail address, a second owner of an account, sessions and accounts of nobody.
 * Records are copied on their way in and out.
 *
 * @example
 * ```ts
 * import memory from 'latchkey/adapters/memory'
 *
 * const adapter = memory()
 * ```
 */
export default function memory(): Required<Adapter> {
  const tables: Tables = {
    users: new Map(),
    accounts: new Map(),
    sessions: new Map(),
    verificationTokens: new Map(),
    authenticators: new Map(),
  }
  return {
    ...userMethods(tables),
    ...accountMethods(tables),
    ...firstSignIn(tables),
    ...sessionMethods(tables),
    ...verificationTokenMethods(tables),
    ...authenticatorMethods(tables),
  }
}

function userMethods(
  tables: Tables,
): Methods<'createUser' | 'getUser' | 'getUserByEmail' | 'updateUser' | 'deleteUser'> {
  const { users, accounts, sessions, authenticators } = tables
  return {
    createUser: (user) => addUser(tables, user),
    getUser: (id) => copyOf(users.get(id)),
    getUserByEmail: (email) => copyOf(userWithEmail(tables, email)),
    updateUser(changes) {
      const user = users.get(changes.id)
      if (user === undefined) throw new Error('There is no user with this id.')
      refuseTakenEmail(tables, changes)
      return store(users, user.id, { ...user, ...copy(changes) })
    },
    deleteUser(id) {
      deleteOf(id, accounts, sessions, authenticators)
      return take(users, id)
    },
  }
}

function accountMethods(
  tables: Tables,
): Methods<
  | 'getUserByAccount'
  | 'getAccount'
  | 'linkAccount'
  | 'unlinkAccount'
  | 'updateAccount'
  | 'deleteAccountsByUserId'
> {
  const { accounts, authenticators } = tables
  return {
    getUserByAccount: (account) => copyOf(ownerOf(tables, account)),
    getAccount: (providerAccountId, provider) =>
      copyOf(accounts.get(keyOfAccount({ provider, providerAccountId }))),
    linkAccount: (account) => addAccount(tables, account),
    unlinkAccount: (account) => take(accounts, keyOfAccount(account)) ?? undefined,
    deleteAccountsByUserId: (userId) => deleteOf(userId, accounts, authenticators),
    updateAccount(changes) {
      const account = accounts.get(keyOfAccount(changes))
      if (account === undefined || account.userId !== changes.userId) return null
      return store(accounts, keyOfAccount(account), { ...account, ...copy(changes) })
    },
  }
}

function firstSignIn(tables: Tables): Methods<'createUserWithAccount'> {
  return {
    createUserWithAccount(user, account) {
      const known = ownerOf(tables, account)
      if (known !== undefined) return { user: copy(known), isNewUser: false }
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
      refuseUnknownUser(tables, session.userId)
      if (sessions.has(session.sessionToken)) throw new Error('There is a session with this token already.')
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
      refuseUnknownUser(tables, changed.userId)
      return store(sessions, session.sessionToken, changed)
    },
    deleteSession: (sessionToken) => take(sessions, sessionToken),
    deleteSessionsByUserId: (userId) => deleteOf(userId, sessions),
  }
}

function verificationTokenMethods({
  verificationTokens,
}: Tables): Methods<'createVerificationToken' | 'useVerificationToken' | 'deleteVerificationTokens'> {
  const keyOf = ({ identifier, token }: Pick<VerificationToken, 'identifier' | 'token'>): string =>
    JSON.stringify([identifier, token])
  return {
    createVerificationToken(token) {
      if (verificationTokens.has(keyOf(token))) throw new Error('There is such a token already.')
      return store(verificationTokens, keyOf(token), token)
    },
    useVerificationToken: (params) => take(verificationTokens, keyOf(params)),
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
    getAuthenticator: (credentialID) => copyOf(authenticators.get(credentialID)),
    createAuthenticator(authenticator) {
      refuseUnknownUser(tables, authenticator.userId)
      if (authenticators.has(authenticator.credentialID))
        throw new Error('There is an authenticator with this credentialID already.')
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
  // Whatever the type says: callers may leave the id to the adapter.
  const id = user.id ?? crypto.randomUUID()
  if (tables.users.has(id)) throw new Error('There is a user with this id already.')
  refuseTakenEmail(tables, { ...user, id })
  return store(tables.users, id, { ...user, id, emailVerified: user.emailVerified ?? null })
}

function addAccount(tables: Tables, account: AdapterAccount): AdapterAccount {
  refuseUnknownUser(tables, account.userId)
  if (tables.accounts.has(keyOfAccount(account)))
    throw new Error(`This account of "${account.provider}" is linked already.`)
  return store(tables.accounts, keyOfAccount(account), account)
}

function deleteOf(userId: string, ...tables: Map<string, { userId: string }>[]): void {
  for (const table of tables)
    for (const [key, record] of table) if (record.userId === userId) table.delete(key)
}

function refuseUnknownUser({ users }: Tables, userId: string): void {
  if (!users.has(userId)) throw new Error('There is no user with this id.')
}

function refuseTakenEmail(tables: Tables, { id, email }: Partial<AdapterUser>): void {
  const owner = userWithEmail(tables, email)
  if (owner !== undefined && owner.id !== id) throw new Error('Another user has this e-mail address.')
}

function userWithEmail({ users }: Tables, email: string | null | undefined): AdapterUser | undefined {
  // Some providers give no address. Who has none is not found by having none.
  if (typeof email !== 'string') return undefined
  return [...users.values()].find((user) => user.email === email)
}

function ownerOf(
  { users, accounts }: Tables,
  account: Pick<AdapterAccount, 'provider' | 'providerAccountId'>,
): AdapterUser | undefined {
  const linked = accounts.get(keyOfAccount(account))
  return linked && users.get(linked.userId)
}

function keyOfAccount({
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

function take<T>(table: Map<string, T>, key: string): T | null {
  const record = table.get(key)
  table.delete(key)
  return record ?? null
}

function copyOf<T extends object>(record: T | undefined): T | null {
  return record === undefined ? null : copy(record)
}

/** A copy all the way down, without the fields that are `undefined`. */
function copy<T extends object>(record: T): T {
  return structuredClone(
    Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)),
  ) as T
}
