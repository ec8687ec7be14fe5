/**
 * The part of the `node:sqlite` class `DatabaseSync` that Latchkey uses. It has its own type,
 * because the types for Node.js before version 22 have no `node:sqlite`.
 *
 * @see https://nodejs.org/api/sqlite.html#class-databasesync
 */
export interface SqliteConnection {
  readonly isOpen: boolean
  readonly isTransaction: boolean
  exec(sql: string): void
  prepare(sql: string): SqliteStatement
  close(): void
}

/** A value that a statement binds to a parameter. */
export type SqliteInput = null | number | bigint | string | Uint8Array

/**
 * A prepared statement.
 *
 * @see https://nodejs.org/api/sqlite.html#class-statementsync
 */
export interface SqliteStatement {
  get(...values: SqliteInput[]): SqliteRow | undefined
  get(values: Record<string, SqliteInput>): SqliteRow | undefined
  all(...values: SqliteInput[]): SqliteRow[]
  all(values: Record<string, SqliteInput>): SqliteRow[]
}

/** A result row, by column name. */
export type SqliteRow = Record<string, unknown>

/** A statement of a {@link SynchronousDatabase}. */
export interface SynchronousStatement {
  all(...values: SqliteInput[]): unknown[]
  get(...values: SqliteInput[]): unknown
  run(...values: SqliteInput[]): { readonly changes: number | bigint }
}

/** The part of a `Database` of `better-sqlite3` or `bun:sqlite` that Latchkey uses. */
export interface SynchronousDatabase {
  readonly inTransaction: boolean
  exec(sql: string): unknown
  prepare(sql: string): SynchronousStatement
  close(): unknown
}

/**
 * The part of an `@libsql/client` client that Latchkey uses.
 *
 * @see https://docs.turso.tech/sdk/ts/reference
 */
export interface LibsqlClient {
  readonly protocol: string
  execute(statement: LibsqlStatement): Promise<LibsqlResult>
  batch(statements: LibsqlStatement[], mode: 'write'): Promise<LibsqlResult[]>
}

/** An `@libsql/client` statement. */
export interface LibsqlStatement {
  sql: string
  args: SqliteInput[]
}

/** An `@libsql/client` result. Its rows have a property for each column. */
export interface LibsqlResult {
  readonly rows: readonly object[]
  readonly rowsAffected: number
}

/**
 * The part of Cloudflare's `D1Database` that Latchkey uses.
 *
 * @see https://developers.cloudflare.com/d1/worker-api/d1-database/
 */
export interface D1Database {
  prepare(sql: string): D1Statement
  batch(statements: D1Statement[]): Promise<D1Result[]>
}

/** A D1 statement. */
export interface D1Statement {
  bind(...values: unknown[]): D1Statement
  all(): Promise<D1Result>
}

/** A D1 result. */
export interface D1Result {
  readonly results: readonly unknown[]
  readonly meta: { readonly changes?: number }
}

/** A database whose calls return immediately: `node:sqlite`, `better-sqlite3` or `bun:sqlite`. */
export type SqliteDatabase = SqliteConnection | SynchronousDatabase

/** A database whose calls return promises: `@libsql/client` or Cloudflare D1. */
export type AsynchronousSqliteDatabase = LibsqlClient | D1Database
