import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import sqlite from 'latchkey/adapters/sqlite'
import { sqliteStore } from 'latchkey/stores/sqlite'
import type { Database } from '@/databases/types'

/** Opens an SQLite file. Latchkey creates the file and its tables. */
export function openSqlite(file: string): Database {
  mkdirSync(dirname(file), { recursive: true })
  return { adapter: sqlite(file), store: sqliteStore(file) }
}
