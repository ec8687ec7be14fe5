import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { SqlRow } from '../../sql/connection.ts'
import type { Database } from './database.ts'
import { loadDriver } from './driver.ts'

/** The parts of `node:sqlite` and `@libsql/client` that are used here. */
interface NodeDatabase {
  exec(text: string): void
  prepare(text: string): {
    all(...values: unknown[]): SqlRow[]
    run(...values: unknown[]): { changes: number | bigint }
    columns?(): unknown[]
  }
  close(): void
}
interface LibsqlClient {
  execute(statement: { sql: string; args: unknown[] }): Promise<{ rows: SqlRow[]; rowsAffected: number }>
  close(): void
}
interface LibsqlOptions {
  readonly url: string
  readonly authToken?: string | undefined
}

/** Variables with a libSQL server's token. */
const TOKENS = ['TURSO_AUTH_TOKEN', 'LIBSQL_AUTH_TOKEN', 'DATABASE_AUTH_TOKEN']
const TIMEOUT_LOCK = 10_000

/**
 * Opens a file, with `node:sqlite`, or with `@libsql/client` if the runtime lacks it. Creates a
 * file that does not exist only for writing; for reading, it is an empty database.
 */
export async function openFile(path: string, folder: string, access: 'read' | 'write'): Promise<Database> {
  const file = path === ':memory:' ? path : resolve(folder, path)
  const opened = access === 'read' && !existsSync(file) ? ':memory:' : file
  const builtin = process.getBuiltinModule?.('node:sqlite')
  if (builtin === undefined)
    return connectLibsql(opened === ':memory:' ? opened : pathToFileURL(opened).href, folder)
  return withNode(new builtin.DatabaseSync(opened))
}

/** Connects to a libSQL server, such as Turso, or opens a file with libSQL. */
export async function connectLibsql(url: string, folder: string): Promise<Database> {
  const { exports } = await loadDriver(folder, 'libSQL', ['@libsql/client'])
  const createClient = exports.createClient as (options: LibsqlOptions) => LibsqlClient
  const authToken = TOKENS.map((name) => process.env[name]).find(Boolean)
  const client = createClient({ url, authToken })
  return {
    dialect: 'sqlite',
    lock: 'row',
    query: async (sql, values = []) => {
      const { rows, rowsAffected } = await client.execute({ sql, args: [...values] })
      return { rows: rows.map((row) => ({ ...row })), changes: rowsAffected }
    },
    close: async () => client.close(),
  }
}

function withNode(db: NodeDatabase): Database {
  db.exec(`PRAGMA busy_timeout = ${TIMEOUT_LOCK}`)
  db.exec('PRAGMA foreign_keys = ON')
  return {
    dialect: 'sqlite',
    lock: 'transaction',
    query: async (text, values = []) => {
      const statement = db.prepare(text)
      if (/^\s*(?:SELECT|PRAGMA|WITH)\b/i.test(text)) return { rows: statement.all(...values), changes: 0 }
      return { rows: [], changes: Number(statement.run(...values).changes) }
    },
    close: async () => db.close(),
  }
}
