/// <reference lib="esnext.disposable" preserve="true" />

import { accountMethodsOnDemand } from '../sql/accounts/on-demand.ts'
import type { SqlAdapter } from '../sql/adapter.ts'
import { oneProcess } from '../sql/one-process.ts'
import { rejecting } from '../sql/rejecting.ts'
import { sealing } from '../sql/seals-tokens.ts'
import type { AsynchronousSqliteDatabase, SqliteDatabase } from '../sql/sqlite/connection.ts'
import { migrateAsynchronously } from '../sql/sqlite/migrate-asynchronously.ts'
import { open } from '../sql/sqlite/open.ts'
import { sqliteConnection } from '../sql/sqlite/port.ts'
import { adaptSynchronous } from '../sql/sqlite/recognize.ts'
import { migrate as migrateSynchronously } from '../sql/sqlite/schema.ts'
import { LATCHKEY_TABLES, resolveTables, type SqlTablePreset, type SqlTables } from '../sql/tables.ts'
import { accountMethods } from './sqlite/accounts.ts'
import { sqliteAdapter } from './sqlite/asynchronous/adapter.ts'
import { clean } from './sqlite/asynchronous/clean.ts'
import { authenticatorMethods } from './sqlite/authenticators.ts'
import { sessionMethods } from './sqlite/sessions.ts'
import { userMethods } from './sqlite/users.ts'
import { verificationTokenMethods } from './sqlite/verification-tokens.ts'

export type { SqlAdapter } from '../sql/adapter.ts'
export type {
  AsynchronousSqliteDatabase,
  D1Database,
  LibsqlClient,
  SqliteConnection,
  SqliteDatabase,
} from '../sql/sqlite/connection.ts'

/** Adapter for SQLite, with methods that close its connection. */
export interface SqliteAdapter extends SqlAdapter {
  /** Closes the file that the adapter opened. A connection that you passed in stays open. */
  close(): void
  /** Does the same as `close`. Called by `using` at the end of a block. */
  [Symbol.dispose](): void
}

/** Adapter options for tables that Latchkey did not create. */
export interface SqliteOptions {
  /**
   * The tables: a preset's name, such as `auth.js/drizzle`, or their names and columns. The adapter
   * does not create or migrate them.
   */
  readonly tables: SqlTablePreset | SqlTables
}

/**
 * Creates an adapter for a client of `@libsql/client`, or a Cloudflare D1 database. Create the
 * tables first, with `npx latchkey migrate` or {@link migrate}.
 *
 * @throws {TypeError} if it is not a database that Latchkey knows
 */
export default function sqlite(
  database: AsynchronousSqliteDatabase,
  options?: Partial<SqliteOptions>,
): SqlAdapter
/**
 * Creates an adapter for another program's tables. They must exist.
 *
 * @throws {TypeError} if it is not a database that Latchkey knows, or no preset has the name
 */
export default function sqlite(
  database: SqliteDatabase | AsynchronousSqliteDatabase,
  options: SqliteOptions,
): SqlAdapter
/**
 * Creates an adapter for a SQLite database.
 *
 * If you pass a path, the adapter opens the file with `node:sqlite`, which is part of Node.js 24,
 * or creates it if it does not exist. Several processes can share the file safely. The adapter
 * creates the tables, or migrates them to the current version, before the function returns.
 *
 * @param database the file's path, `':memory:'`, or your own connection: a `DatabaseSync` from
 *   `node:sqlite`, or a `Database` from `better-sqlite3` or `bun:sqlite`
 * @throws {Error} if the file is not a database, cannot be opened, or has a newer release's schema
 *
 * @example
 * ```ts
 * import sqlite from 'latchkey/adapters/sqlite'
 *
 * const adapter = sqlite('auth.db')
 * ```
 */
export default function sqlite(database: string | SqliteDatabase): SqliteAdapter
export default function sqlite(
  database: string | SqliteDatabase | AsynchronousSqliteDatabase,
  { tables }: Partial<SqliteOptions> = {},
): SqlAdapter {
  if (tables !== undefined || isAsynchronous(database))
    return sqliteAdapter(sqliteConnection(database, 'sqlite'), resolveTables(tables))
  const db = open(database, 'sqlite')
  const ownsConnection = typeof database === 'string'
  const close = (): void => {
    if (ownsConnection && db.isOpen) db.close()
  }
  try {
    migrateSynchronously(db)
    const methods = rejecting({
      ...userMethods(db),
      ...accountMethods(db),
      ...sessionMethods(db),
      ...verificationTokenMethods(db),
      ...authenticatorMethods(db),
    })
    const connection = sqliteConnection(db, 'sqlite')
    const adapter: SqliteAdapter = {
      ...methods,
      ...accountMethodsOnDemand('sqlite', connection, LATCHKEY_TABLES),
      clean: (limit) => clean(connection, LATCHKEY_TABLES, limit),
      close,
      [Symbol.dispose]: close,
    }
    return Object.assign(sealing(adapter), { [oneProcess]: true })
  } catch (error) {
    close()
    throw error
  }
}

/**
 * Creates the adapter's and the store's tables, or migrates them to the current version. Does not
 * change a database that already has them.
 *
 * @param database a client of `@libsql/client`, a Cloudflare D1 database, or any other that
 *   {@link sqlite} accepts
 * @throws {Error} if a newer release or another program has set a higher version
 *
 * @example
 * ```ts
 * import { createClient } from '@libsql/client'
 * import { migrate } from 'latchkey/adapters/sqlite'
 *
 * await migrate(createClient({ url: 'file:auth.db' }))
 * ```
 */
export async function migrate(database: SqliteDatabase | AsynchronousSqliteDatabase): Promise<void> {
  if (isAsynchronous(database)) await migrateAsynchronously(sqliteConnection(database, 'migrate'))
  else migrateSynchronously(open(database, 'migrate'))
}

function isAsynchronous(database: unknown): database is AsynchronousSqliteDatabase {
  return typeof database !== 'string' && adaptSynchronous(database) === undefined
}
