import type { SqlConnection, SqlResult, SqlRow, SqlStatement, SqlValue } from '../connection.ts'
import type {
  D1Database,
  LibsqlClient,
  LibsqlStatement,
  SqliteConnection,
  SqliteInput,
  SqliteStatement,
  SynchronousStatement,
} from './connection.ts'
import { adaptSynchronous, isD1, isLibsql, unknownDatabase } from './recognize.ts'
import { immediately } from './transaction.ts'

/** A connection to SQLite. Each database has transactions of several statements in one call. */
export interface SqliteSqlConnection extends SqlConnection {
  batch(statements: readonly SqlStatement[]): Promise<readonly SqlResult[]>
}

/** Statements that a connection keeps prepared. Their texts do not depend on input. */
const MAX_PREPARED = 200

/**
 * Returns a database's connection.
 *
 * @param caller name of the function that the application called, for the error
 * @throws {TypeError} if it is not a database that Latchkey knows
 */
export function sqliteConnection(database: unknown, caller: string): SqliteSqlConnection {
  const synchronous = adaptSynchronous(database)
  if (synchronous !== undefined) return overSynchronous(synchronous)
  if (isLibsql(database)) return overLibsql(database)
  if (isD1(database)) return overD1(database)
  throw unknownDatabase(database, caller)
}

function overSynchronous(db: SqliteConnection): SqliteSqlConnection {
  const prepared = new Map<string, SqliteStatement>()
  function prepare(text: string): SqliteStatement {
    const statement = prepared.get(text) ?? db.prepare(text)
    if (prepared.size < MAX_PREPARED) prepared.set(text, statement)
    return statement
  }
  function run({ text, values }: SqlStatement): SqlResult {
    const statement = prepare(text)
    // The better-sqlite3 method for rows rejects a statement that returns none.
    if (returnsRows(text)) {
      const rows = statement.all(...values.map(toInput)) as SqlRow[]
      return { rows, changes: rows.length }
    }
    const { changes } = (statement as unknown as SynchronousStatement).run(...values.map(toInput))
    return { rows: [], changes: Number(changes) }
  }
  return {
    query: async (text, values = []) => run({ text, values }),
    batch: async (statements) => immediately(db, () => statements.map(run)),
  }
}

function overLibsql(client: LibsqlClient): SqliteSqlConnection {
  const toStatement = ({ text, values }: SqlStatement): LibsqlStatement => ({
    sql: text,
    args: values.map(toInput).map(withoutZero),
  })
  const toResult = (result: { rows: readonly object[]; rowsAffected: number }): SqlResult => ({
    rows: result.rows as readonly SqlRow[],
    changes: result.rowsAffected || result.rows.length,
  })
  return {
    query: async (text, values = []) => toResult(await client.execute(toStatement({ text, values }))),
    batch: async (statements) => (await client.batch(statements.map(toStatement), 'write')).map(toResult),
  }
}

function overD1(database: D1Database): SqliteSqlConnection {
  const toStatement = ({ text, values }: SqlStatement): ReturnType<D1Database['prepare']> =>
    database.prepare(text).bind(...values.map(toInput).map(withoutBigint))
  const toResult = ({ results, meta }: { results: readonly unknown[]; meta: object }): SqlResult => ({
    rows: results as readonly SqlRow[],
    changes: (meta as { changes?: number }).changes ?? results.length,
  })
  return {
    query: async (text, values = []) => toResult(await toStatement({ text, values }).all()),
    batch: async (statements) => (await database.batch(statements.map(toStatement))).map(toResult),
  }
}

function returnsRows(text: string): boolean {
  return /^SELECT\b|^PRAGMA \w+$|\bRETURNING\b/i.test(text)
}

/** Returns a value for a driver. SQLite has neither booleans nor dates. */
export function toInput(value: SqlValue): SqliteInput {
  if (typeof value === 'boolean') return value ? 1 : 0
  return value instanceof Date ? value.getTime() : value
}

/**
 * The client ends a text at U+0000, so that an id would match another one.
 *
 * @throws {TypeError} if a text contains the character
 */
function withoutZero(value: SqliteInput): SqliteInput {
  if (typeof value === 'string' && value.includes('\0'))
    throw new TypeError('A value contains the character U+0000, which libSQL cannot store. Remove it.')
  return value
}

function withoutBigint(value: SqliteInput): Exclude<SqliteInput, bigint> {
  return typeof value === 'bigint' ? Number(value) : value
}
