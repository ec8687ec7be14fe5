import { accountMethodsOnDemand } from '../sql/accounts/on-demand.ts'
import type { SqlAdapter } from '../sql/adapter.ts'
import type { MysqlClient } from '../sql/mysql/client.ts'
import { connectMysql } from '../sql/mysql/connection.ts'
import { explainMissingTable } from '../sql/mysql/missing-table.ts'
import { sealing } from '../sql/seals-tokens.ts'
import type { SqlTablePreset, SqlTables } from '../sql/tables.ts'
import { markTables } from '../sql/unique-keys.ts'
import { accountOwnerMethods } from './mysql/account-owners.ts'
import { accountMethods } from './mysql/accounts.ts'
import { authenticatorMethods } from './mysql/authenticators.ts'
import { cleaning } from './mysql/clean.ts'
import { createDatabase } from './mysql/database.ts'
import { sessionMethods } from './mysql/sessions.ts'
import { mysqlTables } from './mysql/tables.ts'
import { userMethods } from './mysql/users.ts'
import { verificationTokenMethods } from './mysql/verification-tokens.ts'

export type { SqlAdapter } from '../sql/adapter.ts'
export type {
  MariadbConnection,
  MariadbPool,
  Mysql2CallbackClient,
  Mysql2Connection,
  Mysql2Pool,
  MysqlClient,
  PlanetScaleClient,
} from '../sql/mysql/client.ts'
export type { SqlEntity, SqlTable, SqlTablePreset, SqlTables } from '../sql/tables.ts'
export { tablePresets } from './mysql/tables.ts'

/** Options of `mysql`. */
export interface MysqlOptions {
  /**
   * The tables, if their names differ from those that `npx latchkey migrate` creates. A preset for
   * an Auth.js adapter's tables, or an object. Default: `latchkey`.
   */
  readonly tables?: SqlTablePreset | SqlTables
  /**
   * Whether statements are prepared. Use `false` if a proxy between the application and the
   * database does not support it. Default: `true`.
   */
  readonly prepare?: boolean
}

/**
 * Creates an adapter for MySQL or MariaDB. Accepts a pool or a connection of `mysql2` or `mariadb`,
 * or a client of `@planetscale/database`. `npx latchkey migrate` creates the tables.
 *
 * Ids that differ only by case, an accent or a trailing blank are different, regardless of the
 * tables' collation. Dates are stored in UTC, regardless of the session's time zone.
 *
 * @throws {TypeError} if the client or an option is unknown
 *
 * @example
 * ```ts
 * import mysql from 'latchkey/adapters/mysql'
 * import { createPool } from 'mysql2/promise'
 *
 * const adapter = mysql(createPool(process.env.DATABASE_URL ?? ''))
 * ```
 */
export default function mysql(client: MysqlClient, options: MysqlOptions = {}): SqlAdapter {
  const tables = mysqlTables(options.tables)
  const connection = connectMysql(client, 'mysql', options)
  const database = createDatabase(explainMissingTable(connection, 'adapter'), tables)
  const methods: SqlAdapter = {
    ...userMethods(database, tables.userIds),
    ...accountMethods(database),
    ...accountOwnerMethods(database, tables.userIds),
    ...sessionMethods(database),
    ...verificationTokenMethods(database),
    ...authenticatorMethods(database),
    ...accountMethodsOnDemand('mysql', connection, tables),
    clean: cleaning(database, tables.schema),
  }
  const adapter = markTables(methods, tables)
  // These tables' columns have 255 characters, which an encrypted token exceeds.
  return options.tables === 'auth.js/drizzle' ? adapter : sealing(adapter)
}
