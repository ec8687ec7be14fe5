import type { SqlValue } from '../sql/connection.ts'
import type { MysqlClient } from '../sql/mysql/client.ts'
import { connectMysql } from '../sql/mysql/connection.ts'
import { explainMissingTable } from '../sql/mysql/missing-table.ts'
import { untilUndisturbed } from '../sql/mysql/retry.ts'
import type { MysqlResult } from '../sql/mysql/types.ts'
import { repeatRead } from '../sql/retry.ts'
import type { Store } from '../types/store.ts'
import { storeTable } from './mysql/schema.ts'
import { storedKey } from './mysql/stored-key.ts'

export type {
  MariadbConnection,
  MariadbPool,
  Mysql2CallbackClient,
  Mysql2Connection,
  Mysql2Pool,
  MysqlClient,
  PlanetScaleClient,
} from '../sql/mysql/client.ts'
export type { Awaitable } from '../types/basics.ts'

/** Options of `mysqlStore`. */
export interface MysqlStoreOptions {
  /**
   * The table's name. Applications whose user ids can overlap need different ones. Default:
   * `latchkey_store`.
   */
  readonly table?: string
  /** The table's database. Default: the connection's database. */
  readonly schema?: string
  /**
   * Whether statements are prepared. Use `false` if a proxy between the application and the
   * database does not support it. Default: `true`.
   */
  readonly prepare?: boolean
}

/** A store in a table. */
export interface MysqlStore extends Store {
  /**
   * Deletes expired rows, which no method returns, in several statements of at most 1,000 rows
   * each.
   *
   * @param limit the maximum number of rows to delete; default: all
   * @returns the number of deleted rows
   */
  clean(limit?: number): Promise<number>
}

/** Sums are returned with this addend: the protocol has no negative ids. */
const OFFSET = 2 ** 52

/** How many rows one statement deletes. */
const BATCH = 1000

/**
 * Creates a store in MySQL or MariaDB, for all of an application's processes.
 * `npx latchkey migrate` creates its table. All times use the server's clock.
 *
 * @throws {TypeError} if the client is unknown
 * @example
 * ```ts
 * import { mysqlStore } from 'latchkey/stores/mysql'
 * import { createPool } from 'mysql2/promise'
 *
 * export const store = mysqlStore(createPool(process.env.DATABASE_URL ?? ''))
 * ```
 */
export function mysqlStore(client: MysqlClient, options: MysqlStoreOptions = {}): MysqlStore {
  const connection = explainMissingTable(connectMysql(client, 'mysqlStore', options), 'store')
  const table = storeTable(options)
  const now = 'UTC_TIMESTAMP(3)'
  const later = `${now} + INTERVAL CAST(? AS SIGNED) MICROSECOND`
  const select = `SELECT \`value\` AS V FROM ${table} WHERE \`key\` = ? AND expires > ${now}`
  const replace = `INSERT INTO ${table} (\`key\`, \`value\`, expires) VALUES (?, ?, ${later})
    ON DUPLICATE KEY UPDATE \`value\` = ?, expires = ${later}`
  // Assignments are evaluated from left to right: the value needs the previous `expires`.
  const amount = 'CAST(? AS SIGNED)'
  const sum = (addend: string): string =>
    `CAST(LAST_INSERT_ID(${OFFSET} + ${addend}${amount}) AS SIGNED) - ${OFFSET}`
  const increase = `INSERT INTO ${table} (\`key\`, \`value\`, expires) VALUES (?, ${sum('')}, ${later})
    ON DUPLICATE KEY UPDATE
      \`value\` = IF(expires > ${now}, ${sum('CAST(`value` AS SIGNED) + ')}, ${sum('')}),
      expires = IF(expires > ${now}, expires, ${later})`
  const remove = `DELETE FROM ${table} WHERE \`key\` = ?`
  const removeExpired = `DELETE FROM ${table} WHERE expires <= ${now} ORDER BY expires LIMIT `

  const write = (text: string, values: readonly SqlValue[]): Promise<MysqlResult> =>
    untilUndisturbed(() => connection.query(text, values))

  return {
    async get(key) {
      const stored = await storedKey(key)
      const { rows } = await repeatRead(() => connection.query(select, [stored]))
      const value = rows[0]?.V
      return value === undefined || value === null ? undefined : String(value)
    },
    async set(key, value, seconds) {
      const lifetime = microseconds(seconds)
      await write(replace, [await storedKey(key), value, lifetime, value, lifetime])
    },
    async add(key, addend, seconds) {
      const lifetime = microseconds(seconds)
      const values = [await storedKey(key), addend, lifetime, addend, addend, lifetime]
      const { insertId } = await write(increase, values)
      if (!Number.isSafeInteger(insertId) || insertId === 0)
        throw new RangeError("A counter's sum is too large to be exact. Use smaller amounts.")
      return insertId - OFFSET
    },
    async delete(key) {
      await write(remove, [await storedKey(key)])
    },
    async clean(limit = Number.POSITIVE_INFINITY) {
      let total = 0
      while (total < limit) {
        const size = Math.min(BATCH, Math.ceil(limit - total))
        const { changes } = await write(removeExpired + size, [])
        total += changes
        if (changes < size) break
      }
      return total
    },
  }
}

function microseconds(seconds: number): number {
  return Math.max(1000, Math.ceil(seconds * 1_000_000))
}
