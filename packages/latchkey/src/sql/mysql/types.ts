import type { SqlConnection, SqlResult, SqlValue } from '../connection.ts'

/** A statement's result. */
export interface MysqlResult extends SqlResult {
  /** The `AUTO_INCREMENT` or `LAST_INSERT_ID(…)` value. `0` if there is none. */
  readonly insertId: number
}

/** Runs one statement. */
export type MysqlQueryFunction = (text: string, values?: readonly SqlValue[]) => Promise<MysqlResult>

/** A connection to MySQL or MariaDB. */
export interface MysqlConnection extends SqlConnection {
  readonly query: MysqlQueryFunction
  transaction<T>(work: (connection: MysqlConnection) => Promise<T>): Promise<T>
}

/** Returns the connection inside a transaction. A nested transaction is part of it. */
export function inTransaction(query: MysqlQueryFunction): MysqlConnection {
  const connection: MysqlConnection = { query, transaction: (work) => work(connection) }
  return connection
}
