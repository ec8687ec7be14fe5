import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createClient } from '@libsql/client'
import BetterSqlite3 from 'better-sqlite3'
import type { AsynchronousSqliteDatabase, SqliteDatabase } from 'latchkey/adapters/sqlite'
import { Miniflare } from 'miniflare'

/** A database without tables, and how to release it. */
export interface OpenDatabase {
  readonly database: SqliteDatabase | AsynchronousSqliteDatabase
  readonly close: () => unknown
}

/** Opens an empty database with each driver. */
export const SQLITE_DRIVERS = {
  'node:sqlite': () => withFile((path) => withoutWaiting(new DatabaseSync(path))),
  'better-sqlite3': () => withFile((path) => withoutWaiting(new BetterSqlite3(path))),
  'a file of libSQL': () =>
    withFile(async (path) => {
      const database = createClient({ url: `file:${path}` })
      await database.execute(WITHOUT_WAITING)
      return database
    }),
  'libSQL in memory'(): OpenDatabase {
    const database = createClient({ url: ':memory:' })
    return { database, close: () => database.close() }
  },
  'Cloudflare D1': openD1,
}

/** The name of a driver. */
export type SqliteDriver = keyof typeof SQLITE_DRIVERS

/** Opens a database of Cloudflare D1 in the runtime of Cloudflare Workers. */
export async function openD1(): Promise<OpenDatabase> {
  const runtime = new Miniflare({
    modules: true,
    script: 'export default { fetch: () => new Response() }',
    host: '127.0.0.1',
    d1Databases: ['DB'],
  })
  return { database: await runtime.getD1Database('DB'), close: () => runtime.dispose() }
}

/** The disk is not waited for, because no power fails in a test. */
const WITHOUT_WAITING = 'PRAGMA synchronous = OFF'

function withoutWaiting<T extends SqliteDatabase>(database: T): T {
  database.exec(WITHOUT_WAITING)
  return database
}

async function withFile<T extends OpenDatabase['database'] & { close(): unknown }>(
  open: (path: string) => T | Promise<T>,
): Promise<OpenDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-sqlite-'))
  const database = await open(join(folder, 'auth.db'))
  return {
    database,
    close() {
      database.close()
      rmSync(folder, { recursive: true })
    },
  }
}
