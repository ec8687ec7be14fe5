import type { SqliteConnection } from './connection.ts'

/**
 * Runs the work in a transaction.
 *
 * The transaction takes the write lock at the start. Otherwise, a transaction that reads first and
 * then writes would fail if another process writes in between.
 */
export function immediately<T>(db: SqliteConnection, work: () => T): T {
  db.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    db.exec('COMMIT')
    return result
  } catch (error) {
    // Some failures, such as a full disk, have already ended the transaction.
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}
