import type { SqlRow, SqlValue } from '../../sql/connection.ts'
import type { Database } from './database.ts'
import { loadDriver } from './driver.ts'

/** Parameters that ORMs add to the URL and that a PostgreSQL server does not know. */
const PARAMETERS_OF_ORMS = [
  ...['schema', 'connection_limit', 'pool_timeout', 'pgbouncer', 'socket_timeout', 'sslaccept'],
  ...['statement_cache_size', 'sslidentity', 'sslpassword'],
]

/** The parts of `pg` and `postgres` that are used here. */
interface PgClient {
  connect(): Promise<unknown>
  query(text: string, values?: unknown[]): Promise<{ rows: SqlRow[]; rowCount: number | null }>
  on(event: 'error', listener: () => void): unknown
  end(): Promise<void>
}
interface PostgresSql {
  unsafe(text: string, values: unknown[]): Promise<SqlRow[] & { count: number | null }>
  end(options: { timeout: number }): Promise<void>
}

const TIMEOUT_CONNECT_SECONDS = 15

/** Connects to PostgreSQL, with the application's `pg` or `postgres`. */
export async function connectPostgres(url: URL, folder: string): Promise<Database> {
  const driver = await loadDriver(folder, 'PostgreSQL', ['pg', 'postgres'])
  const address = new URL(url)
  for (const name of PARAMETERS_OF_ORMS) address.searchParams.delete(name)
  return driver.name === 'pg' ? withPg(driver.exports, address) : withPostgresJs(driver.exports, address)
}

async function withPg(exports: Record<string, unknown>, url: URL): Promise<Database> {
  const Client = exports.Client as new (options: object) => PgClient
  const client = new Client({
    connectionString: url.href,
    connectionTimeoutMillis: TIMEOUT_CONNECT_SECONDS * 1000,
    application_name: 'latchkey',
  })
  // Without a listener, a lost connection ends the process. The next query fails anyway.
  client.on('error', () => undefined)
  await client.connect()
  return {
    dialect: 'postgres',
    lock: 'row',
    query: async (text, values) => {
      const { rows, rowCount } = await client.query(text, values && [...values])
      return { rows, changes: rowCount ?? 0 }
    },
    close: () => client.end(),
  }
}

async function withPostgresJs(exports: object, url: URL): Promise<Database> {
  const create = exports as unknown as (url: string, options: object) => PostgresSql
  const sql = create(url.href, {
    max: 1,
    connect_timeout: TIMEOUT_CONNECT_SECONDS,
    // Named statements do not work behind a pooler.
    prepare: false,
    onnotice: () => undefined,
  })
  const query = async (text: string, values: readonly SqlValue[] = []): ReturnType<Database['query']> => {
    const rows = await sql.unsafe(text, [...values])
    return { rows: [...rows], changes: rows.count ?? 0 }
  }
  const close = (): Promise<void> => sql.end({ timeout: 1 })
  await query('SELECT 1').catch(async (error) => {
    await close()
    throw error
  })
  return { dialect: 'postgres', lock: 'row', query, close }
}
