/**
 * The part of `DatabaseSync` of `node:sqlite` that the adapter uses. It has a type of its own,
 * because the types of Node.js before version 22 have no `node:sqlite`.
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

/** A row of a result, by the names of its columns. */
export type SqliteRow = Record<string, unknown>
