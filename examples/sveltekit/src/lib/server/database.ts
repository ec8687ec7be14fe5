import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import sqlite from 'latchkey/adapters/sqlite'

const file = process.env.DATABASE_PATH || '.data/app.db'
mkdirSync(dirname(file), { recursive: true })

/** Users and their accounts, sessions, passkeys, and the links that wait in mails. The tables are made together with the file. */
export const database = sqlite(file)
