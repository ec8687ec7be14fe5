import type { SqlConnection, SqlResult, SqlValue } from '../../sql/connection.ts'
import { withAdvice } from '../../sql/postgres/error.ts'
import { repeatRead } from '../../sql/retry.ts'
import { withTimeLimit } from './replica.ts'

type Query = (text: string, values?: readonly SqlValue[]) => Promise<SqlResult>

/** How the adapter's methods run statements. */
export interface PostgresDatabase {
  /** Runs a statement once. */
  readonly write: Query
  /** Runs a statement, and repeats it if its connection was cut. */
  readonly read: Query
  /**
   * Does the same on the replica, if there is one. Fails quickly if the replica does not respond.
   */
  readonly readReplica: Query | undefined
  /** Whether one statement may serve several requests. */
  readonly canShare: boolean
}

/** Returns the functions that run statements. */
export function createDatabase(primary: SqlConnection, replica: SqlConnection | undefined): PostgresDatabase {
  const write = createQuery(primary)
  return {
    write,
    read: (text, values) => repeatRead(() => write(text, values)),
    readReplica: replica && withTimeLimit(createQuery(replica)),
    canShare: primary.keepsConnections === true,
  }
}

function createQuery(connection: SqlConnection): Query {
  return async (text, values) => {
    try {
      return await connection.query(text, values)
    } catch (error) {
      throw withAdvice(error, 'adapter')
    }
  }
}
