import { hasMethods, unknownClient } from '../shape.ts'
import type {
  D1Database,
  LibsqlClient,
  SqliteConnection,
  SqliteInput,
  SqliteStatement,
  SynchronousDatabase,
  SynchronousStatement,
} from './connection.ts'

/**
 * Returns a database of `node:sqlite`, `better-sqlite3` or `bun:sqlite` with the `node:sqlite`
 * methods, or `undefined` for anything else.
 */
export function adaptSynchronous(database: unknown): SqliteConnection | undefined {
  if (!hasMethods(database, 'prepare', 'exec', 'close')) return undefined
  if (typeof (database as SqliteConnection).isTransaction === 'boolean') return database as SqliteConnection
  const other = database as SynchronousDatabase
  return typeof other.inTransaction === 'boolean' ? withNodeMethods(other) : undefined
}

/** Returns whether it is an `@libsql/client` client. */
export function isLibsql(database: unknown): database is LibsqlClient {
  return hasMethods(database, 'execute', 'batch', 'executeMultiple')
}

/** Returns whether it is a Cloudflare D1 database. */
export function isD1(database: unknown): database is D1Database {
  return hasMethods(database, 'prepare', 'batch') && !hasMethods(database, 'close')
}

/** Returns the error for a value that is not a database. It lists the accepted values. */
export function unknownDatabase(database: unknown, caller: string): TypeError {
  return unknownClient(
    database,
    caller,
    'a file path, a `DatabaseSync` from `node:sqlite`, a `Database` from `better-sqlite3` or ' +
      '`bun:sqlite`, a `@libsql/client` client, or a D1 database',
  )
}

function withNodeMethods(database: SynchronousDatabase): SqliteConnection {
  // Only Bun's database has this method. Its statements take names with their prefix, unless it is
  // strict.
  const isBun = hasMethods(database, 'query')
  return {
    get isOpen() {
      return (database as { open?: boolean }).open !== false
    },
    get isTransaction() {
      return database.inTransaction
    },
    exec: (sql) => void database.exec(sql),
    prepare: (sql) =>
      withNumbers(isBun ? withPositions(database, sql) : database.prepare(sql)) as unknown as SqliteStatement,
    close: () => void database.close(),
  }
}

/** An application can configure its database to return integers as `bigint`. */
function withNumbers(statement: SynchronousStatement): SynchronousStatement {
  const toNumbers = (row: unknown): unknown =>
    row &&
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]),
    )
  return {
    all: (...values) => statement.all(...values).map(toNumbers),
    get: (...values) => toNumbers(statement.get(...values)) ?? undefined,
    run: (...values) => statement.run(...values),
  }
}

/** Replaces parameter names by positions. */
function withPositions(database: SynchronousDatabase, sql: string): SynchronousStatement {
  const names: string[] = []
  const statement = database.prepare(
    sql.replaceAll(/:(\w+)/g, (_, name: string) => {
      names.push(name)
      return '?'
    }),
  )
  const positional = (values: (SqliteInput | Record<string, SqliteInput>)[]): SqliteInput[] => {
    const [first] = values
    if (names.length === 0 || typeof first !== 'object' || first === null) return values as SqliteInput[]
    return names.map((name) => (first as Record<string, SqliteInput>)[name] ?? null)
  }
  return {
    all: (...values) => statement.all(...positional(values)),
    get: (...values) => statement.get(...positional(values)),
    run: (...values) => statement.run(...positional(values)),
  }
}
