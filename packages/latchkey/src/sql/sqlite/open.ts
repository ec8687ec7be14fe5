import type { SqliteConnection, SqliteDatabase } from './connection.ts'
import { adaptSynchronous, unknownDatabase } from './recognize.ts'

/** How long a connection waits for another one to finish writing, in milliseconds. */
const BUSY_TIMEOUT = 5000

/**
 * SQLite's result code for a file that another connection has locked.
 *
 * @see https://www.sqlite.org/rescode.html#busy
 */
const BUSY = 5

/**
 * Opens a file, or uses an existing connection. Creates a file that does not exist.
 *
 * @param caller name of the function that the application called, for errors
 * @throws {Error} if the file cannot be used
 */
export function open(database: string | SqliteDatabase, caller: string): SqliteConnection {
  const db = typeof database === 'string' ? openFile(database, caller) : adaptSynchronous(database)
  if (db === undefined) throw unknownDatabase(database, caller)
  db.exec('PRAGMA foreign_keys = ON')
  return db
}

function openFile(path: string, caller: string): SqliteConnection {
  // SQLite treats an empty path as a temporary database, which is deleted when it is closed.
  if (path === '')
    throw new Error(
      `The SQLite database path is empty. Write ${caller}('auth.db'), or ':memory:' to store nothing.`,
    )
  const db = new (databaseClass())(path, { open: false, timeout: BUSY_TIMEOUT })
  try {
    db.open()
    if (path !== ':memory:') switchToWriteAheadLog(db)
    return db
  } catch (error) {
    if (db.isOpen) db.close()
    const reason = error instanceof Error ? error.message : String(error)
    const advice = isBusy(error)
      ? 'Stop the program that locks the file.'
      : 'Pass the path to a SQLite database, or to a new file in an existing folder.'
    throw new Error(`The SQLite database "${path}" cannot be opened: ${reason}. ${advice}`, { cause: error })
  }
}

/**
 * Loads `node:sqlite` only for a path: runtimes without it have their own databases.
 */
function databaseClass(): new (path: string, options: { open: false; timeout: number }) => FileDatabase {
  const sqlite = globalThis.process?.getBuiltinModule?.('node:sqlite')
  if (sqlite !== undefined) return sqlite.DatabaseSync
  throw new Error(
    'This runtime has no `node:sqlite`. Use Node.js 24, or pass a database instead of the path, ' +
      'such as a `@libsql/client` client or a D1 database.',
  )
}

type FileDatabase = SqliteConnection & { open(): void }

/** Enables the write-ahead log, so that reads do not block writes and writes do not block reads. */
function switchToWriteAheadLog(db: SqliteConnection): void {
  for (const deadline = Date.now() + BUSY_TIMEOUT; ; pause()) {
    try {
      db.exec('PRAGMA journal_mode = WAL')
      return
    } catch (error) {
      // If several processes start with a new file, SQLite lets one of them switch. The others fail
      // immediately, despite the timeout.
      if (!isBusy(error) || Date.now() > deadline) throw error
    }
  }
}

/** Blocks for a random 5 to 25 milliseconds, so that two processes do not collide again. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5 + Math.random() * 20)
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === BUSY
}
