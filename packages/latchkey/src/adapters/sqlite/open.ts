import { DatabaseSync } from 'node:sqlite'

/** Milliseconds that a connection waits for another one to finish writing. */
const BUSY_TIMEOUT = 5000

/** SQLite's code for a file that another connection has locked. @see https://www.sqlite.org/rescode.html#busy */
const BUSY = 5

/** Opens a file, which is made when there is none, or takes over a connection. @throws when the file cannot be used */
export function open(database: string | DatabaseSync): DatabaseSync {
  const db = typeof database === 'string' ? openFile(database) : database
  db.exec('PRAGMA foreign_keys = ON')
  return db
}

function openFile(path: string): DatabaseSync {
  // SQLite would take the empty path for a database that is deleted at the end.
  if (path === '')
    throw new Error(
      "The path of the SQLite database is empty. Write sqlite('auth.db'), or ':memory:' to keep nothing.",
    )
  const db = new DatabaseSync(path, { open: false, timeout: BUSY_TIMEOUT })
  try {
    db.open()
    if (path !== ':memory:') switchToWriteAheadLog(db)
    return db
  } catch (error) {
    if (db.isOpen) db.close()
    const reason = error instanceof Error ? error.message : String(error)
    const cure = isBusy(error)
      ? 'End the program that keeps it locked.'
      : 'Give the path of a SQLite database, or of a new file in a folder that exists.'
    throw new Error(`The SQLite database "${path}" cannot be opened: ${reason}. ${cure}`, { cause: error })
  }
}

/** Lets reading and writing go on side by side. */
function switchToWriteAheadLog(db: DatabaseSync): void {
  for (const deadline = Date.now() + BUSY_TIMEOUT; ; pause()) {
    try {
      db.exec('PRAGMA journal_mode = WAL')
      return
    } catch (error) {
      // Of processes that start together with a new file, SQLite lets one switch and does not have the others wait.
      if (!isBusy(error) || Date.now() > deadline) throw error
    }
  }
}

/** Some milliseconds in which nothing happens; not always as many, or processes that met once would meet again. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5 + Math.random() * 20)
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === BUSY
}
