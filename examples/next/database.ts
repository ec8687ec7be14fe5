import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import sqlite from 'latchkey/adapters/sqlite'

const file = process.env.DATABASE_PATH || '.data/app.db'
mkdirSync(dirname(file), { recursive: true })

/**
 * Users and their accounts, sessions, passkeys and pending e-mail links. Creates the file with its
 * tables.
 */
export const database = sqlite(file)

/** A connection for the tables of the application itself. They can reference `users (id)`. */
export const connection = new DatabaseSync(file, { timeout: 5000 })
