import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import sqlite from 'latchkey/adapters/sqlite'

const file = process.env.DATABASE_PATH || '.data/app.db'
mkdirSync(dirname(file), { recursive: true })

/**
 * Users and their accounts, sessions, passkeys and pending e-mail links. Creates the file with its
 * tables.
 */
export const database = sqlite(file)
