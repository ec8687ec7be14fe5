import { ACCOUNT_TABLES } from '../../sql/accounts/tables.ts'
import { columnName, type SqlTables } from '../../sql/tables.ts'
import type { Database } from '../connect/database.ts'
import type { ExistingTable } from '../inspect/existing.ts'
import { inspect } from '../inspect/inspect.ts'
import { Problem } from '../problem.ts'
import { buildDeletion, type ExpiringTable } from './statements.ts'

/** How many rows of a table were deleted. */
export interface CleanedTable {
  readonly table: string
  readonly deleted: number
}

export interface CleanOptions {
  readonly tables: SqlTables
  /** How many rows one statement deletes. */
  readonly batch: number
  readonly onProgress: (cleaned: CleanedTable) => void
}

const STORE = 'latchkey_store'
const MAX_RETRIES = 20

/**
 * Deletes expired sessions, their details, verification tokens and store entries, in batches, so that other
 * requests wait for only one batch. Several processes can do so at the same time.
 *
 * @throws {Problem} if no such table exists
 */
export async function clean(database: Database, options: CleanOptions): Promise<CleanedTable[]> {
  const existing = await inspect(database, options.tables.schema)
  const expiring = expiringTables(existing, options.tables)
  if (expiring.length === 0)
    throw new Problem(
      'The database has no Latchkey tables. Create them with `npx latchkey migrate --apply`, or choose ' +
        "your tables' names with `--tables`.",
    )
  const cleaned: CleanedTable[] = []
  for (const table of expiring) cleaned.push(await cleanTable(database, table, options))
  return cleaned
}

function expiringTables(existing: readonly ExistingTable[], tables: SqlTables): ExpiringTable[] {
  const { sessions, verificationTokens, schema } = tables
  const keys: [table: string, expires: string, key: string[]][] = [
    [sessions.name, columnName(sessions, 'expires'), [columnName(sessions, 'sessionToken')]],
    [
      verificationTokens.name,
      columnName(verificationTokens, 'expires'),
      [columnName(verificationTokens, 'identifier'), columnName(verificationTokens, 'token')],
    ],
    [ACCOUNT_TABLES.sessionDetails.name, 'expires', ['session_token']],
    [STORE, 'expires', ['key']],
  ]
  return keys.flatMap(([name, expires, key]) => {
    const found = existing.find((table) => table.name === name)
    const column = found?.columns.find((each) => each.name === expires)
    return column === undefined ? [] : { name, schema, expires, type: column.type, key }
  })
}

async function cleanTable(
  database: Database,
  table: ExpiringTable,
  options: CleanOptions,
): Promise<CleanedTable> {
  const { text, values } = buildDeletion(database.dialect, table, options.batch)
  let deleted = 0
  while (true) {
    const changes = await retried(async () => (await database.query(text, values)).changes)
    deleted += changes
    options.onProgress({ table: table.name, deleted })
    // Skips rows that another process is deleting, so a batch can be smaller.
    if (changes === 0) return { table: table.name, deleted }
  }
}

/** Two processes that delete in one table can collide in MySQL. One of them has to try again. */
async function retried(work: () => Promise<number>, attempt = 1): Promise<number> {
  try {
    return await work()
  } catch (error) {
    if (!isConflict(error) || attempt === MAX_RETRIES) throw error
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 50 * attempt))
    return retried(work, attempt + 1)
  }
}

const CONFLICTS = ['ER_LOCK_DEADLOCK', 'ER_LOCK_WAIT_TIMEOUT', '40001', '40P01', 'SQLITE_BUSY']

function isConflict(error: unknown): boolean {
  const { code, errstr } = error as { code?: unknown; errstr?: unknown }
  return CONFLICTS.includes(String(code)) || errstr === 'database is locked'
}
