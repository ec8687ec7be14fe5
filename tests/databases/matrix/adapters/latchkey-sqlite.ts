import { SQLITE_DRIVERS, type SqliteDriver } from '@latchkey/test-support/servers/sqlite.ts'
import sqlite, { type AsynchronousSqliteDatabase, migrate } from 'latchkey/adapters/sqlite'
import type { Combination } from '../combination.ts'

/**
 * The adapter for SQLite over drivers other than `node:sqlite`, with the tables that it creates.
 */
export const LATCHKEY_SQLITE: readonly Combination[] = [
  over('better-sqlite3', 'SQLite, better-sqlite3'),
  over('a file of libSQL', 'SQLite, libSQL'),
  over('Cloudflare D1', 'Cloudflare D1, miniflare'),
]

function over(driver: SqliteDriver, database: string): Combination {
  return {
    adapter: 'latchkey/adapters/sqlite',
    database,
    storesExtraFields: true,
    async open() {
      const opened = await SQLITE_DRIVERS[driver]()
      await migrate(opened.database)
      const database = opened.database as AsynchronousSqliteDatabase
      return { adapter: sqlite(database), close: opened.close }
    },
  }
}
