import type {
  AccountMethods,
  PasskeyDetails,
  SecondFactor,
  SessionDetails,
  StoredPassword,
  StoredSecurityEvent,
  UserDetails,
} from '../../types/account-records.ts'
import type {
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
} from '../../types/adapter.ts'

/** The tables of the adapter that the methods for accounts also read or change. */
export interface SharedTables {
  readonly users: ReadonlyMap<string, AdapterUser>
  readonly accounts: Map<string, AdapterAccount>
  readonly sessions: Map<string, AdapterSession>
  readonly authenticators: Map<string, AdapterAuthenticator>
}

/** The records for accounts, by their keys. */
export interface AccountRecords {
  readonly userDetails: Map<string, UserDetails>
  readonly passwords: Map<string, StoredPassword>
  readonly secondFactors: Map<string, SecondFactor>
  readonly recoveryCodes: Map<string, { readonly userId: string; readonly hash: string }>
  readonly sessionDetails: Map<string, SessionDetails>
  readonly passkeyDetails: Map<string, PasskeyDetails>
  readonly securityEvents: Map<string, StoredSecurityEvent>
}

type Methods<Name extends keyof AccountMethods> = Required<Pick<AccountMethods, Name>>

/** Returns empty tables. */
export function createAccountRecords(): AccountRecords {
  return {
    userDetails: new Map(),
    passwords: new Map(),
    secondFactors: new Map(),
    recoveryCodes: new Map(),
    sessionDetails: new Map(),
    passkeyDetails: new Map(),
    securityEvents: new Map(),
  }
}

/** Deletes what belongs to a user. */
export function deleteAccountRecords(records: AccountRecords, userId: string): void {
  for (const table of Object.values(records) as Map<string, { readonly userId: string | null }>[])
    for (const [key, record] of table) if (record.userId === userId) table.delete(key)
}

/** Returns the adapter methods for accounts. */
export function memoryAccountMethods(
  records: AccountRecords,
  tables: SharedTables,
): Required<AccountMethods> {
  return {
    ...userMethods(records, tables),
    ...secondFactorMethods(records, tables),
    ...sessionMethods(records, tables),
    ...passkeyMethods(records, tables),
    ...eventMethods(records, tables),
  }
}

function userMethods(
  { userDetails, passwords }: AccountRecords,
  tables: SharedTables,
): Methods<'getUserDetails' | 'setUserDetails' | 'getPassword' | 'setPassword' | 'deletePassword'> {
  return {
    getUserDetails: (userId) => copyOrNull(userDetails.get(userId)),
    setUserDetails({ userId, ...changes }) {
      rejectUnknownUser(tables, userId)
      const unknown = { disabledAt: null, deviceEpoch: null }
      store(userDetails, userId, { ...unknown, ...userDetails.get(userId), ...given(changes), userId })
    },
    getPassword: (userId) => copyOrNull(passwords.get(userId)),
    setPassword(password, expected) {
      rejectUnknownUser(tables, password.userId)
      const stored = passwords.get(password.userId)?.hash ?? null
      if (expected !== undefined && stored !== expected) return false
      store(passwords, password.userId, password)
      return true
    },
    deletePassword: (userId) => void passwords.delete(userId),
  }
}

function secondFactorMethods(
  { secondFactors, recoveryCodes }: AccountRecords,
  tables: SharedTables,
): Methods<
  | 'listSecondFactors'
  | 'createSecondFactor'
  | 'updateSecondFactor'
  | 'deleteSecondFactor'
  | 'replaceRecoveryCodes'
  | 'useRecoveryCode'
  | 'countRecoveryCodes'
> {
  const codesOf = (userId: string): string[] =>
    [...recoveryCodes].filter(([, code]) => code.userId === userId).map(([key]) => key)
  const codeKey = (userId: string, hash: string): string => JSON.stringify([userId, hash])
  return {
    listSecondFactors: (userId) => listOwn(secondFactors, userId, ({ createdAt }) => createdAt),
    createSecondFactor(factor) {
      rejectUnknownUser(tables, factor.userId)
      insert(secondFactors, factor.id, factor)
    },
    updateSecondFactor({ id, userId, ...changes }) {
      const factor = secondFactors.get(id)
      if (factor?.userId !== userId) return false
      store(secondFactors, id, { ...factor, ...given(changes) })
      return true
    },
    deleteSecondFactor: ({ id, userId }) =>
      secondFactors.get(id)?.userId === userId && secondFactors.delete(id),
    replaceRecoveryCodes(userId, hashes) {
      if (hashes.length > 0) rejectUnknownUser(tables, userId)
      for (const key of codesOf(userId)) recoveryCodes.delete(key)
      for (const hash of hashes) recoveryCodes.set(codeKey(userId, hash), { userId, hash })
    },
    useRecoveryCode: (userId, hash) => recoveryCodes.delete(codeKey(userId, hash)),
    countRecoveryCodes: (userId) => codesOf(userId).length,
  }
}

function sessionMethods(
  { sessionDetails }: AccountRecords,
  tables: SharedTables,
): Methods<
  | 'createSessionDetails'
  | 'listSessionDetails'
  | 'touchSessionDetails'
  | 'deleteSessionDetails'
  | 'deleteAllSessions'
> {
  return {
    createSessionDetails(details) {
      rejectUnknownUser(tables, details.userId)
      insert(sessionDetails, details.sessionToken, details)
    },
    listSessionDetails: (userId) => listOwn(sessionDetails, userId, ({ createdAt }) => createdAt).reverse(),
    touchSessionDetails({ sessionToken, ...changes }) {
      const details = sessionDetails.get(sessionToken)
      if (details !== undefined) store(sessionDetails, sessionToken, { ...details, ...given(changes) })
    },
    deleteSessionDetails: (sessionToken) => void sessionDetails.delete(sessionToken),
    deleteAllSessions() {
      tables.sessions.clear()
      sessionDetails.clear()
    },
  }
}

function passkeyMethods(
  { passkeyDetails }: AccountRecords,
  tables: SharedTables,
): Methods<'listPasskeyDetails' | 'updatePasskeyDetails' | 'deleteAuthenticator'> {
  return {
    listPasskeyDetails: (userId) => listOwn(passkeyDetails, userId, ({ createdAt }) => createdAt),
    updatePasskeyDetails({ credentialID, userId, ...changes }) {
      rejectUnknownUser(tables, userId)
      const stored = passkeyDetails.get(credentialID)
      if (stored !== undefined && stored.userId !== userId) return
      const unknown = { name: null, aaguid: null, createdAt: new Date(), lastUsedAt: null }
      store(passkeyDetails, credentialID, { ...unknown, ...stored, ...given(changes), credentialID, userId })
    },
    deleteAuthenticator({ credentialID, userId }) {
      const passkey = tables.authenticators.get(credentialID)
      if (passkey?.userId !== userId) return false
      tables.authenticators.delete(credentialID)
      passkeyDetails.delete(credentialID)
      for (const [key, account] of tables.accounts) {
        const isItsAccount = account.type === 'webauthn' && account.userId === userId
        if (isItsAccount && account.providerAccountId === passkey.providerAccountId)
          tables.accounts.delete(key)
      }
      return true
    },
  }
}

function eventMethods(
  { securityEvents }: AccountRecords,
  tables: SharedTables,
): Methods<'createSecurityEvent' | 'listSecurityEvents'> {
  return {
    createSecurityEvent(event) {
      if (event.userId !== null) rejectUnknownUser(tables, event.userId)
      insert(securityEvents, event.id, event)
    },
    listSecurityEvents: (userId, { limit, before }) =>
      listOwn(securityEvents, userId, ({ at }) => at)
        .reverse()
        .filter(({ at }) => before === undefined || at < before)
        .slice(0, limit),
  }
}

function rejectUnknownUser({ users }: SharedTables, userId: string): void {
  if (!users.has(userId)) throw new Error('There is no user with this id.')
}

/** Returns copies of a user's records, the oldest first. */
function listOwn<T extends { readonly userId: string | null }>(
  table: ReadonlyMap<string, T>,
  userId: string,
  getDate: (record: T) => Date,
): T[] {
  return [...table.values()]
    .filter((record) => record.userId === userId)
    .sort((one, other) => getDate(one).getTime() - getDate(other).getTime())
    .map((record) => structuredClone(record))
}

function insert<T>(table: Map<string, T>, key: string, record: T): void {
  if (table.has(key)) throw new Error('A record with this key already exists.')
  store(table, key, record)
}

function store<T>(table: Map<string, T>, key: string, record: T): void {
  table.set(key, structuredClone(record))
}

function copyOrNull<T>(record: T | undefined): T | null {
  return record === undefined ? null : structuredClone(record)
}

/** Returns the fields that are not `undefined`. */
function given<T extends object>(changes: T): Partial<T> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Partial<T>
}
