/** A parameter's or a column's value, in JavaScript. Each driver port converts it. */
export type SqlValue = string | number | bigint | boolean | Date | Uint8Array | null

/** A result row, by column name. */
export type SqlRow = Readonly<Record<string, unknown>>

/** A statement's result. */
export interface SqlResult {
  /** Empty if the statement returns no rows. */
  readonly rows: readonly SqlRow[]
  /** How many rows the statement wrote or deleted. */
  readonly changes: number
}

/**
 * What an adapter or a store needs from a driver. Each database family recognizes its drivers by
 * their shape and never imports one.
 */
export interface SqlConnection {
  /**
   * Whether the driver keeps connections open from one request to the next. Other drivers may run
   * where a request must not wait for another one's network calls.
   */
  readonly keepsConnections?: boolean
  /**
   * Runs one statement. The database determines the placeholders: `$1` in PostgreSQL, `?` in MySQL
   * and SQLite.
   */
  query(text: string, values?: readonly SqlValue[]): Promise<SqlResult>
  /**
   * Runs the work in one transaction on one connection: all of its statements take effect, or none.
   * Missing if a driver has no transactions that span several calls.
   */
  transaction?<T>(work: (connection: SqlConnection) => Promise<T>): Promise<T>
  /** Runs statements in one transaction, in one round trip. */
  batch?(statements: readonly SqlStatement[]): Promise<readonly SqlResult[]>
}

/** A statement with the values of its placeholders. */
export interface SqlStatement {
  readonly text: string
  readonly values: readonly SqlValue[]
}
