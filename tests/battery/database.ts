import { randomUUID } from 'node:crypto'
import type {
  Adapter,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from 'latchkey/adapters'

/** Deviations of a database or driver. */
export interface DatabaseFaults {
  /** Rejects a second row with the same e-mail address or account. */
  readonly unique?: boolean
  /** Duration of each call, in milliseconds. */
  readonly latency?: number
  readonly dateAsString?: boolean
  readonly badDate?: boolean
  /** `updateSession` creates a row that was deleted. */
  readonly upsertSession?: boolean
}

interface Rows {
  users: AdapterUser[]
  accounts: AdapterAccount[]
  sessions: AdapterSession[]
  tokens: VerificationToken[]
  authenticators: AdapterAuthenticator[]
  /** Makes every call throw. */
  fail: boolean
}

export interface VisibleDatabase extends Rows {
  readonly adapter: Adapter
}

type AccountKey = Pick<AdapterAccount, 'provider' | 'providerAccountId'>

/** Creates a database in memory whose rows are visible, and which can be slow or fail. */
export function visibleDatabase(faults: DatabaseFaults = {}): VisibleDatabase {
  const rows: Rows = { users: [], accounts: [], sessions: [], tokens: [], authenticators: [], fail: false }
  return Object.assign(rows, { adapter: withFaults(methods(rows, faults), rows, faults) })
}

type Method = (...args: unknown[]) => unknown

/**
 * Wraps an adapter so that each call takes `latency` milliseconds, and throws while `fail` is set.
 */
function withFaults(adapter: Adapter, rows: Rows, { latency = 0 }: DatabaseFaults): Adapter {
  const wrap = (method: Method): Method => {
    return async (...args) => {
      await (latency > 0 ? new Promise((resolve) => setTimeout(resolve, latency)) : null)
      if (rows.fail) throw new Error('DB password=hunter2 connection refused at 10.0.0.7')
      return method(...args)
    }
  }
  return Object.fromEntries(Object.entries(adapter).map(([name, method]) => [name, wrap(method as Method)]))
}

function methods(rows: Rows, faults: DatabaseFaults): Adapter {
  return {
    ...users(rows, faults),
    ...accounts(rows, faults),
    ...sessions(rows, faults),
    ...tokens(rows, faults),
    ...authenticators(rows),
  }
}

const copy = <R extends object>(row: R | undefined): R | null => (row === undefined ? null : { ...row })

function users(rows: Rows, { unique }: DatabaseFaults): Adapter {
  const user = (id: string) => rows.users.find((row) => row.id === id)
  return {
    createUser(given) {
      const exists = rows.users.some(({ email }) => email && email === given.email)
      if (unique && exists) throw new Error('Unique constraint failed on the fields: (`email`)')
      const created = { ...given, id: given.id ?? randomUUID() }
      rows.users.push(created)
      return { ...created }
    },
    getUser: (id) => copy(user(id)),
    getUserByEmail: (email) => copy(rows.users.find((row) => row.email === email)),
    updateUser: (changes) => ({ ...Object.assign(user(changes.id) as AdapterUser, changes) }),
    async deleteUser(id) {
      rows.users = rows.users.filter((row) => row.id !== id)
      rows.sessions = rows.sessions.filter(({ userId }) => userId !== id)
      rows.accounts = rows.accounts.filter(({ userId }) => userId !== id)
    },
  }
}

function accounts(rows: Rows, { unique }: DatabaseFaults): Adapter {
  const isSame = (a: AccountKey, b: AccountKey) =>
    a.provider === b.provider && a.providerAccountId === b.providerAccountId
  return {
    getUserByAccount(wanted) {
      const account = rows.accounts.find((row) => isSame(row, wanted))
      return account ? copy(rows.users.find(({ id }) => id === account.userId)) : null
    },
    linkAccount(given) {
      if (unique && rows.accounts.some((row) => isSame(row, given))) {
        throw new Error('Unique constraint failed on the fields: (`provider`,`providerAccountId`)')
      }
      rows.accounts.push({ ...given })
      return given
    },
    async unlinkAccount(wanted) {
      rows.accounts = rows.accounts.filter((row) => !isSame(row, wanted))
    },
    getAccount: (providerAccountId, provider) =>
      copy(rows.accounts.find((row) => isSame(row, { provider, providerAccountId }))),
  }
}

function sessions(rows: Rows, faults: DatabaseFaults): Adapter {
  const byToken = (token: string) => rows.sessions.find(({ sessionToken }) => sessionToken === token)
  return {
    createSession(given) {
      rows.sessions.push({ ...given })
      return { ...given }
    },
    getSessionAndUser(token) {
      const session = byToken(token)
      const user = rows.users.find(({ id }) => id === session?.userId)
      return session && user
        ? { session: { ...session, expires: asStored(session.expires, faults) }, user: { ...user } }
        : null
    },
    updateSession(changes) {
      const session = byToken(changes.sessionToken)
      if (session === undefined && faults.upsertSession) rows.sessions.push({ ...changes } as AdapterSession)
      return session ? copy(Object.assign(session, changes)) : null
    },
    deleteSession(token) {
      const session = byToken(token)
      rows.sessions = rows.sessions.filter((row) => row !== session)
      return session ?? null
    },
  }
}

function tokens(rows: Rows, faults: DatabaseFaults): Adapter {
  return {
    createVerificationToken(given) {
      rows.tokens.push({ ...given })
      return given
    },
    useVerificationToken({ identifier, token }) {
      const found = rows.tokens.find((row) => row.token === token && row.identifier === identifier)
      rows.tokens = rows.tokens.filter((row) => row !== found)
      return found ? { ...found, expires: asStored(found.expires, faults) } : null
    },
  }
}

function authenticators(rows: Rows): Adapter {
  const byId = (id: string) => rows.authenticators.find(({ credentialID }) => credentialID === id)
  return {
    getAuthenticator: (id) => copy(byId(id)),
    createAuthenticator(given) {
      rows.authenticators.push({ ...given })
      return given
    },
    listAuthenticatorsByUserId: (id) => rows.authenticators.filter(({ userId }) => userId === id),
    updateAuthenticatorCounter: (id, counter) => ({
      ...Object.assign(byId(id) as AdapterAuthenticator, { counter }),
    }),
  }
}

/** Returns a date as faulty drivers return it: as a string, or as something that is not a date. */
function asStored(date: Date, { dateAsString, badDate }: DatabaseFaults): Date {
  if (badDate) return 'not-a-date' as unknown as Date
  return dateAsString ? (new Date(date).toISOString() as unknown as Date) : date
}
