import type { SqlResult, SqlValue } from '../sql/connection.ts'
import type { PostgresClient } from '../sql/postgres/client.ts'
import { postgresConnection } from '../sql/postgres/connection.ts'
import { withAdvice } from '../sql/postgres/error.ts'
import { repeatRead } from '../sql/retry.ts'
import type { Store } from '../types/store.ts'
import { type PostgresStoreTable, storeTable } from './postgres/schema.ts'
import { fromStored, toStored } from './postgres/text.ts'

export type {
  PostgresClient,
  PostgresQueryClient,
  PostgresResult,
  PostgresSqlClient,
} from '../sql/postgres/client.ts'
export type { Awaitable } from '../types/basics.ts'

/** Options of `postgresStore`. */
export interface PostgresStoreOptions extends PostgresStoreTable {
  /**
   * Whether statements are prepared under a name. Default: yes, until the database or a pooler
   * reports that it does not know a name.
   */
  readonly prepare?: boolean
}

/** A store in PostgreSQL, with a method that deletes expired rows. */
export interface PostgresStore extends Store {
  /**
   * Deletes expired rows, in several statements of at most 1,000 rows each.
   *
   * @param limit the maximum number of rows to delete; default: all
   * @returns the number of deleted rows
   */
  clean(limit?: number): Promise<number>
}

/**
 * The maximum number of rows that one statement deletes, so that it does not hold locks for long.
 */
const BATCH = 1000

/**
 * Creates a store in PostgreSQL, for all of an application's processes. Accepts the clients of
 * `latchkey/adapters/postgres`. Each call is one statement, and uses the server's clock. The store
 * creates no table: run `npx latchkey migrate`.
 *
 * @throws {TypeError} if the client is unknown
 * @example
 * ```ts
 * import { postgresStore } from 'latchkey/stores/postgres'
 * import pg from 'pg'
 *
 * export const store = postgresStore(new pg.Pool({ connectionString: process.env.DATABASE_URL }))
 * ```
 */
export function postgresStore(client: PostgresClient, options: PostgresStoreOptions = {}): PostgresStore {
  const table = storeTable(options)
  const connection = postgresConnection(client, {
    caller: 'postgresStore',
    prepare: options.prepare,
  })
  const statements = buildStatements(table)

  async function run(text: string, values: readonly SqlValue[]): Promise<SqlResult> {
    try {
      return await connection.query(text, values)
    } catch (error) {
      throw withAdvice(error, 'store')
    }
  }
  return {
    async get(key) {
      const { rows } = await repeatRead(() => run(statements.get, [toStored(key)]))
      return rows[0] && fromStored(String(rows[0].value))
    },
    async set(key, value, seconds) {
      await run(statements.set, [toStored(key), toStored(value), seconds])
    },
    async add(key, amount, seconds) {
      const { rows } = await run(statements.add, [toStored(key), String(amount), seconds])
      return Number(rows[0]?.value)
    },
    async delete(key) {
      await run(statements.delete, [toStored(key)])
    },
    async clean(limit = Number.POSITIVE_INFINITY) {
      let deleted = 0
      for (let isDone = false; !isDone && deleted < limit; ) {
        const batch = Math.min(BATCH, Math.ceil(limit - deleted))
        const { changes } = await run(statements.clean, [batch])
        deleted += changes
        isDone = changes < batch
      }
      return deleted
    },
  }
}

type StoreStatement = 'get' | 'set' | 'add' | 'delete' | 'clean'

/** An expired row counts as missing. The statement that changes it decides with the row locked. */
function buildStatements(table: string): Readonly<Record<StoreStatement, string>> {
  const expires = "statement_timestamp() + $3::float8 * interval '1 second'"
  const insert = `INSERT INTO ${table} AS stored (key, value, expires) VALUES ($1, $2, ${expires})
    ON CONFLICT (key) DO UPDATE SET`
  const isAlive = 'stored.expires > statement_timestamp()'
  return {
    get: `SELECT value FROM ${table} WHERE key = $1 AND expires > statement_timestamp()`,
    set: `${insert} value = excluded.value, expires = excluded.expires`,
    add: `${insert}
      value = CASE WHEN ${isAlive} THEN (stored.value::bigint + excluded.value::bigint)::text
        ELSE excluded.value END,
      expires = CASE WHEN ${isAlive} THEN stored.expires ELSE excluded.expires END
      RETURNING value`,
    delete: `DELETE FROM ${table} WHERE key = $1`,
    clean: `WITH expired AS (
        SELECT key FROM ${table} WHERE expires <= statement_timestamp() LIMIT $1 FOR UPDATE SKIP LOCKED
      )
      DELETE FROM ${table} AS stored USING expired WHERE stored.key = expired.key`,
  }
}
