import type { Adapter, Store } from 'latchkey'

/** What the application stores. */
export interface Database {
  /** Users and their accounts, sessions, passkeys and pending e-mail links. */
  readonly adapter: Adapter & Required<Pick<Adapter, 'createUser' | 'getUserByEmail' | 'updateUser'>>
  /** What all processes of the application share: limits, sign-outs, and what was used once. */
  readonly store: Store
  /**
   * Creates the table of password hashes. It is a table of its own, because the `session` callback
   * receives the user: a field of the user would reach the browser with `{ ...session, user }`.
   */
  readonly createTables: () => Promise<void>
  /** Returns the hash of a user's password, or `undefined` if the user has no password. */
  readonly readHash: (userId: string) => Promise<string | undefined>
  /** Stores the hash of a user's password in place of an earlier one. */
  readonly storeHash: (userId: string, hash: string) => Promise<void>
}

const { DATABASE_URL = '', DATABASE_PATH, REDIS_URL } = process.env

/** Opens one of three databases. In your application, keep the one that you use. */
async function open(): Promise<Database> {
  if (/^postgres(ql)?:/.test(DATABASE_URL))
    return (await import('#lib/server/databases/postgres.ts')).openPostgres(DATABASE_URL)
  if (/^(mysql|mariadb):/.test(DATABASE_URL))
    return (await import('#lib/server/databases/mysql.ts')).openMysql(DATABASE_URL)
  return (await import('#lib/server/databases/sqlite.ts')).openSqlite(DATABASE_PATH || '.data/app.db')
}

export const database = await open()

export const store = REDIS_URL
  ? (await import('#lib/server/databases/redis.ts')).openRedisStore(REDIS_URL)
  : database.store
