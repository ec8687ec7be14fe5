import { deleteInBatches } from '../sql/batches.ts'
import type { SqlResult } from '../sql/connection.ts'
import { repeatRead } from '../sql/retry.ts'
import type { AsynchronousSqliteDatabase, SqliteDatabase } from '../sql/sqlite/connection.ts'
import { open } from '../sql/sqlite/open.ts'
import { type SqliteSqlConnection, sqliteConnection } from '../sql/sqlite/port.ts'
import { adaptSynchronous } from '../sql/sqlite/recognize.ts'
import { migrate } from '../sql/sqlite/schema.ts'
import type { Store } from '../types/store.ts'
import { fromStored, toStored } from './postgres/text.ts'

export type { AsynchronousSqliteDatabase, SqliteDatabase } from '../sql/sqlite/connection.ts'

/** Options of {@link sqliteStore}. */
export interface SqliteStoreOptions {
  /**
   * Text before each key. Applications whose user ids can overlap need different prefixes, or
   * separate databases. Default: none.
   */
  readonly prefix?: string
}

/** A store in SQLite. */
export interface SqliteStore extends Store {
  /** Returns a key's value; `undefined` if it is absent or expired. */
  get(key: string): Promise<string | undefined>
  set(key: string, value: string, seconds: number): Promise<void>
  add(key: string, amount: number, seconds: number): Promise<number>
  /** Deletes a key. Has no effect if the key is absent. */
  delete(key: string): Promise<void>
  /**
   * Deletes expired keys. Each write also does so for a few of them.
   *
   * @param limit the maximum number of keys to delete; default: all
   * @returns the number of deleted keys
   */
  clean(limit?: number): Promise<number>
}

/** How many writes there are per write that also deletes expired keys, and how many it deletes. */
const WRITES = 50
const DELETIONS = 100

/** The database's current time in milliseconds: processes on several machines share it. */
const NOW = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"

const GET = `SELECT value FROM latchkey_store WHERE key = ? AND expires > ${NOW}`
const SET = `INSERT INTO latchkey_store (key, value, expires) VALUES (?, ?, ${NOW} + ?)
  ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires = excluded.expires`
const ADD = `INSERT INTO latchkey_store (key, value, expires) VALUES (?, ?, ${NOW} + ?)
  ON CONFLICT (key) DO UPDATE SET
    value = iif(expires > ${NOW}, CAST(value AS INTEGER) + CAST(excluded.value AS INTEGER), excluded.value),
    expires = iif(expires > ${NOW}, expires, excluded.expires)
  RETURNING value`
const DELETE = 'DELETE FROM latchkey_store WHERE key = ?'
const CLEAN = `DELETE FROM latchkey_store WHERE key IN
  (SELECT key FROM latchkey_store WHERE expires <= ${NOW} LIMIT ?)`

/**
 * Creates a store in a SQLite database, in the table `latchkey_store`. It can be the adapter's
 * database. Processes that share the file share the store.
 *
 * With a path or a connection whose calls return immediately, the store creates the table. For
 * `@libsql/client` and Cloudflare D1, create it with `npx latchkey migrate` or `migrate` of
 * `latchkey/adapters/sqlite`.
 *
 * @param database the file's path, a `DatabaseSync` from `node:sqlite`, a `Database` from
 *   `better-sqlite3` or `bun:sqlite`, a `@libsql/client` client, or a D1 database
 * @throws {Error} if the file cannot be used
 *
 * @example
 * ```ts
 * import { sqliteStore } from 'latchkey/stores/sqlite'
 *
 * const store = sqliteStore('auth.db')
 * ```
 */
export function sqliteStore(
  database: string | SqliteDatabase | AsynchronousSqliteDatabase,
  { prefix = '' }: SqliteStoreOptions = {},
): SqliteStore {
  const connection = toConnection(database)
  // libSQL ends a text at U+0000.
  const storedKey = (key: string): string => toStored(prefix + key)
  let writes = 0

  async function query(text: string, ...values: (string | number)[]): Promise<SqlResult> {
    try {
      return await connection.query(text, values)
    } catch (error) {
      if (!/\bno such table\b/.test(String(error))) throw error
      const fix = 'Create it with `npx latchkey migrate`.'
      throw new Error(`no such table: latchkey_store. ${fix}`, { cause: error })
    }
  }

  async function write(text: string, ...values: (string | number)[]): Promise<SqlResult> {
    const result = await query(text, ...values)
    writes = (writes + 1) % WRITES
    // The result is valid even if the deletion fails, for example while another process writes.
    if (writes === 0) await query(CLEAN, DELETIONS).catch(() => undefined)
    return result
  }

  return {
    async get(key) {
      const [row] = (await repeatRead(() => query(GET, storedKey(key)))).rows
      return row && fromStored(String(row.value))
    },
    async set(key, value, seconds) {
      await write(SET, storedKey(key), toStored(value), milliseconds(seconds))
    },
    async add(key, amount, seconds) {
      const { rows } = await write(ADD, storedKey(key), String(amount), milliseconds(seconds))
      return Number(rows[0]?.value)
    },
    async delete(key) {
      await write(DELETE, storedKey(key))
    },
    clean: (limit) => deleteInBatches(limit, async (most) => (await query(CLEAN, most)).changes),
  }
}

function toConnection(database: string | SqliteDatabase | AsynchronousSqliteDatabase): SqliteSqlConnection {
  if (typeof database !== 'string' && adaptSynchronous(database) === undefined)
    return sqliteConnection(database, 'sqliteStore')
  const db = open(database as string | SqliteDatabase, 'sqliteStore')
  migrate(db)
  return sqliteConnection(db, 'sqliteStore')
}

function milliseconds(seconds: number): number {
  return Math.ceil(seconds * 1000)
}
