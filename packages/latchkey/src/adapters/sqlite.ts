/// <reference lib="esnext.disposable" preserve="true" />

import type { Adapter } from '../types/adapter.ts'
import { oneProcess } from './one-process.ts'
import { rejecting } from './rejecting.ts'
import { accountMethods } from './sqlite/accounts.ts'
import { authenticatorMethods } from './sqlite/authenticators.ts'
import type { SqliteConnection } from './sqlite/connection.ts'
import { open } from './sqlite/open.ts'
import { migrate } from './sqlite/schema.ts'
import { sessionMethods } from './sqlite/sessions.ts'
import { userMethods } from './sqlite/users.ts'
import { verificationTokenMethods } from './sqlite/verification-tokens.ts'

export type { SqliteConnection } from './sqlite/connection.ts'

/** Adapter for SQLite, with methods that close its connection. */
export interface SqliteAdapter extends Required<Adapter> {
  /** Closes the file that the adapter opened. A connection that you passed in stays open. */
  close(): void
  /** Does the same as `close`. Called by `using` at the end of a block. */
  [Symbol.dispose](): void
}

/**
 * Creates an adapter for a SQLite database. It uses `node:sqlite`, which is part of Node.js 24.
 *
 * If you pass a path, the adapter opens the file, or creates it if it does not exist. Several
 * processes can share the file safely. The adapter creates the tables, or migrates them to the
 * current version, before the function returns.
 *
 * @param database path of the file, `':memory:'`, or your own connection: a `DatabaseSync` of
 *   `node:sqlite`
 * @throws {Error} when the file is not a database, cannot be opened, or has the schema of a newer
 *   release
 *
 * @example
 * ```ts
 * import sqlite from 'latchkey/adapters/sqlite'
 *
 * const adapter = sqlite('auth.db')
 * ```
 */
export default function sqlite(database: string | SqliteConnection): SqliteAdapter {
  const db = open(database)
  const ownsConnection = typeof database === 'string'
  const close = (): void => {
    if (ownsConnection && db.isOpen) db.close()
  }
  try {
    migrate(db)
    const methods = rejecting({
      ...userMethods(db),
      ...accountMethods(db),
      ...sessionMethods(db),
      ...verificationTokenMethods(db),
      ...authenticatorMethods(db),
    })
    return Object.assign(methods, { [oneProcess]: true, close, [Symbol.dispose]: close })
  } catch (error) {
    close()
    throw error
  }
}
