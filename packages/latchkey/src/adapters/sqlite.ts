import type { DatabaseSync } from 'node:sqlite'
import type { Adapter } from '../types/adapter.ts'
import { accountMethods } from './sqlite/accounts.ts'
import { authenticatorMethods } from './sqlite/authenticators.ts'
import { open } from './sqlite/open.ts'
import { migrate } from './sqlite/schema.ts'
import { sessionMethods } from './sqlite/sessions.ts'
import { userMethods } from './sqlite/users.ts'
import { verificationTokenMethods } from './sqlite/verification-tokens.ts'

/** The adapter, and the end of its connection. */
export interface SqliteAdapter extends Required<Adapter> {
  /** Closes the file that the adapter opened. A connection that was handed in stays open: it is the caller's. */
  close(): void
  /** The same as `close`. */
  [Symbol.dispose](): void
}

/**
 * An adapter over a SQLite database, by the module that is part of Node.js 24.
 *
 * A path is opened, made when there is no such file, and shared safely with other processes. The tables are created and brought up to date before
 * the function returns.
 *
 * @param database path of the file, `':memory:'`, or a connection of your own
 * @throws when the file is no database, cannot be opened, or comes from a newer release
 *
 * @example
 * ```ts
 * import sqlite from 'latchkey/adapters/sqlite'
 *
 * const adapter = sqlite('auth.db')
 * ```
 */
export default function sqlite(database: string | DatabaseSync): SqliteAdapter {
  const db = open(database)
  const isOurs = typeof database === 'string'
  const close = (): void => {
    if (isOurs && db.isOpen) db.close()
  }
  try {
    migrate(db)
    return {
      ...userMethods(db),
      ...accountMethods(db),
      ...sessionMethods(db),
      ...verificationTokenMethods(db),
      ...authenticatorMethods(db),
      close,
      [Symbol.dispose]: close,
    }
  } catch (error) {
    close()
    throw error
  }
}
