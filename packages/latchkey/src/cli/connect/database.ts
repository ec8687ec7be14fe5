import type { SqlRow, SqlValue } from '../../sql/connection.ts'
import type { Dialect } from './url.ts'

/** One connection to a database. */
export interface Database {
  readonly dialect: Dialect
  /**
   * What keeps other processes away: a transaction that locks the file, or a row that a process
   * owns for some time.
   */
  readonly lock: 'transaction' | 'row'
  /** Runs one statement. The database determines the placeholders. */
  query(text: string, values?: readonly SqlValue[]): Promise<DatabaseResult>
  close(): Promise<void>
}

export interface DatabaseResult {
  readonly rows: readonly SqlRow[]
  /** How many rows the statement wrote or deleted. */
  readonly changes: number
}

/**
 * Runs work in a transaction: all of its statements take effect, or none. In MySQL, each statement
 * that changes a table takes effect immediately.
 *
 * @param begin the statement that starts it
 */
export async function inTransaction<T>(
  database: Database,
  work: () => Promise<T>,
  begin = 'BEGIN',
): Promise<T> {
  await database.query(begin)
  try {
    const result = await work()
    await database.query('COMMIT')
    return result
  } catch (error) {
    // The work's error is more helpful than the error of a lost connection.
    await database.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}
