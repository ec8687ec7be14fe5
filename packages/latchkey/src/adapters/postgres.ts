import { accountMethodsOnDemand } from '../sql/accounts/on-demand.ts'
import type { SqlAdapter } from '../sql/adapter.ts'
import type { PostgresClient } from '../sql/postgres/client.ts'
import { postgresConnection } from '../sql/postgres/connection.ts'
import { sealing } from '../sql/seals-tokens.ts'
import { resolveTables, type SqlTablePreset, type SqlTables } from '../sql/tables.ts'
import { markTables } from '../sql/unique-keys.ts'
import { accountMethods } from './postgres/accounts.ts'
import { authenticatorMethods } from './postgres/authenticators.ts'
import { cleaner } from './postgres/clean.ts'
import { createDatabase } from './postgres/database.ts'
import { firstSignInMethods } from './postgres/first-sign-in.ts'
import { sessionMethods } from './postgres/sessions.ts'
import { userMethods } from './postgres/users.ts'
import { verificationTokenMethods } from './postgres/verification-tokens.ts'

export type { SqlAdapter } from '../sql/adapter.ts'
export type {
  PostgresClient,
  PostgresQueryClient,
  PostgresResult,
  PostgresSqlClient,
} from '../sql/postgres/client.ts'
export type { SqlEntity, SqlTable, SqlTablePreset, SqlTables } from '../sql/tables.ts'
/** Each preset's tables, for other table names or additional columns. */
export { TABLE_PRESETS as tablePresets } from '../sql/tables.ts'

/** Options for the PostgreSQL adapter. */
export interface PostgresOptions {
  /**
   * The tables: a preset's name, or an object with table and column names. Default: `latchkey`, the
   * tables that `npx latchkey migrate` creates.
   */
  readonly tables?: SqlTablePreset | SqlTables
  /**
   * A client for a read-only copy of the database, which may lag behind. Sessions are read there
   * first, and from the primary if the copy does not have them. Everything else uses the primary.
   * Requires a `store` that all processes share, which knows the sessions that have ended. Without
   * it, the copy is not read.
   */
  readonly replica?: PostgresClient
  /**
   * Whether statements are prepared under a name, which saves the server from planning each one.
   * Default: yes, until the database or a pooler such as PgBouncer reports that it does not know a
   * name. That statement is then repeated, and names are no longer used.
   */
  readonly prepare?: boolean
}

/**
 * Creates a PostgreSQL adapter. Accepts a `Pool` or `Client` of `pg`, a client of `postgres`,
 * `Bun.sql`, a Neon client, a `PGlite`, or any object with `query(text, values)`.
 *
 * Every method is one statement, so it works over HTTP and behind a pooler in transaction mode. The
 * adapter creates no tables: run `npx latchkey migrate`.
 *
 * @throws {TypeError} if the client or a preset is unknown
 * @example
 * ```ts
 * import postgres from 'latchkey/adapters/postgres'
 * import pg from 'pg'
 *
 * const adapter = postgres(new pg.Pool({ connectionString: process.env.DATABASE_URL }))
 * ```
 */
export default function postgres(client: PostgresClient, options: PostgresOptions = {}): SqlAdapter {
  const { replica, prepare } = options
  const tables = resolveTables(options.tables)
  const primary = postgresConnection(client, { caller: 'postgres', prepare })
  const copy = replica && postgresConnection(replica, { caller: 'postgres', prepare })
  const database = createDatabase(primary, copy)
  const adapter = sealing<SqlAdapter>({
    ...userMethods(tables, database),
    ...accountMethods(tables, database),
    ...firstSignInMethods(tables, database),
    ...sessionMethods(tables, database),
    ...verificationTokenMethods(tables, database),
    ...authenticatorMethods(tables, database),
    ...accountMethodsOnDemand('postgres', primary, tables),
    clean: cleaner(tables, database),
  })
  return markTables(adapter, tables)
}
