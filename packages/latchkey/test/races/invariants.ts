import type {
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
} from '../../src/types/adapter.ts'
import type { Site } from './site.ts'

/**
 * What holds in the database after each interleaving, whether requests succeeded or failed. Each
 * returns the records that violate it.
 */
const INVARIANTS: Readonly<Record<string, (tables: Tables) => unknown[]>> = {
  'an address belongs to one user': ({ users }) => {
    const emails = users.map(({ email }) => email).filter(Boolean)
    return emails.filter((email, index) => emails.indexOf(email) !== index)
  },
  // Unverified access ends before the address counts as verified. If a call in between fails, the
  // next link to the address continues.
  'a user has an account, or verified the address, or can verify it': ({ users, accounts, cleared }) =>
    users.filter(
      ({ id, emailVerified }) =>
        !emailVerified && !accounts.some(({ userId }) => userId === id) && !cleared.has(id),
    ),
  'an account belongs to a user': ({ users, accounts }) =>
    accounts.filter(({ userId }) => !users.some(({ id }) => id === userId)),
  'a passkey belongs to an account, and an account of a passkey has it': ({ accounts, passkeys }) => [
    ...passkeys.filter((passkey) => !accounts.some((account) => belongsTo(account, passkey))),
    ...accounts.filter(
      (account) => account.type === 'webauthn' && !passkeys.some((passkey) => belongsTo(account, passkey)),
    ),
  ],
  'a session belongs to a user': ({ users, sessions }) =>
    sessions.filter(({ userId }) => !users.some(({ id }) => id === userId)),
}

/** The records of a database. */
export interface Tables {
  readonly users: readonly AdapterUser[]
  readonly accounts: readonly AdapterAccount[]
  readonly passkeys: readonly AdapterAuthenticator[]
  readonly sessions: readonly AdapterSession[]
  /** The users whose access was removed before an e-mail link verified their address. */
  readonly cleared: ReadonlySet<string>
}

/** Returns all records that were written and still exist. */
async function listTables({ database, written }: Site): Promise<Tables> {
  const { getUser, getAccount, getAuthenticator, getSessionAndUser } = database
  const accounts = [...written.accounts].map((key) => JSON.parse(key) as [string, string])
  const sessions = await existing([...written.sessions], (token) => getSessionAndUser?.(token))
  return {
    users: await existing([...written.users], (id) => getUser?.(id)),
    accounts: await existing(accounts, ([provider, id]) => getAccount?.(id, provider)),
    passkeys: await existing([...written.passkeys], (id) => getAuthenticator?.(id)),
    sessions: sessions.map(({ session }) => session),
    cleared: written.cleared,
  }
}

/** Returns the invariants that do not hold, with what violates them. */
export async function violations(site: Site): Promise<Record<string, unknown[]>> {
  const tables = await listTables(site)
  const broken = Object.entries(INVARIANTS).map(([name, find]) => [name, find(tables)] as const)
  return Object.fromEntries(broken.filter(([, found]) => found.length > 0))
}

function belongsTo(
  account: { userId: string; providerAccountId: string },
  passkey: { userId: string; providerAccountId: string },
): boolean {
  return account.userId === passkey.userId && account.providerAccountId === passkey.providerAccountId
}

async function existing<K, T>(
  keys: readonly K[],
  find: (key: K) => T | null | PromiseLike<T | null> | undefined,
): Promise<T[]> {
  const found: T[] = []
  for (const key of keys) {
    const record = await find(key)
    if (record) found.push(record)
  }
  return found
}
