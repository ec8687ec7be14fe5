import type { SqlAdapter } from '../sql/adapter.ts'
import type { MysqlClient } from '../sql/mysql/client.ts'
import type { PostgresClient } from '../sql/postgres/client.ts'
import { sqliteConnection } from '../sql/sqlite/port.ts'
import { resolveTables } from '../sql/tables.ts'
import mysql from './mysql.ts'
import type { OrmOptions } from './orm/options.ts'
import postgres from './postgres.ts'
import { sqliteAdapter } from './sqlite/asynchronous/adapter.ts'

export type { SqlAdapter } from '../sql/adapter.ts'
export type { OrmOptions } from './orm/options.ts'

/** What `drizzle()` of `drizzle-orm` returns. */
export interface DrizzleDatabase {
  /** The driver's client. */
  readonly $client: unknown
}

/** The names by which Drizzle identifies its classes. They stay when code is minified. */
const CLASS_NAME = Symbol.for('drizzle:entityKind')

/**
 * Creates an adapter that uses a Drizzle database. It uses that database's client, for PostgreSQL,
 * MySQL, MariaDB or SQLite. Your migrations own the tables.
 *
 * @param options `tables`: default `auth.js/drizzle`, the tables of Auth.js's adapter
 * @throws {TypeError} if it is not a Drizzle database, or its driver is unknown
 * @example
 * ```ts
 * import drizzleAdapter, { type DrizzleDatabase } from 'latchkey/adapters/drizzle'
 *
 * declare const db: DrizzleDatabase
 * const adapter = drizzleAdapter(db)
 * ```
 */
export default function drizzle(
  database: DrizzleDatabase,
  { tables = 'auth.js/drizzle' }: OrmOptions = {},
): SqlAdapter {
  const client = database?.$client
  switch (client && findBaseClass(database)) {
    case 'PgDatabase':
      return postgres(client as PostgresClient, { tables })
    case 'MySqlDatabase':
      return mysql(client as MysqlClient, { tables })
    case 'BaseSQLiteDatabase':
      return sqliteAdapter(sqliteConnection(client, 'drizzle'), resolveTables(tables))
    default:
      throw new TypeError(
        'The `drizzle` database is unknown. Pass what `drizzle()` from `drizzle-orm` returns for ' +
          'PostgreSQL, MySQL or SQLite.',
      )
  }
}

/** Returns the name of Drizzle's class for the database family. */
function findBaseClass(database: object): unknown {
  const known = ['PgDatabase', 'MySqlDatabase', 'BaseSQLiteDatabase']
  for (let prototype: unknown = database; prototype; prototype = Object.getPrototypeOf(prototype)) {
    const name = (prototype as { constructor?: { [CLASS_NAME]?: unknown } }).constructor?.[CLASS_NAME]
    if (known.includes(name as string)) return name
  }
  return undefined
}
