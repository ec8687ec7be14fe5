import type { DatabaseSync } from 'node:sqlite'

/**
 * Does all of the work or nothing of it. The lock for writing is taken at the beginning: a transaction that first reads and then writes would
 * otherwise fail when another process writes in between.
 */
export function immediately<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    db.exec('COMMIT')
    return result
  } catch (error) {
    // Some failures, such as a full disk, have ended the transaction already.
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}
