import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import sqlite from 'latchkey/adapters/sqlite'
import { sqliteStore } from 'latchkey/stores/sqlite'
import type { Database } from '#lib/server/databases/types.ts'

/** Opens an SQLite file. Latchkey creates the file and its own tables. */
export function openSqlite(file: string): Database {
  mkdirSync(dirname(file), { recursive: true })
  const connection = new DatabaseSync(file, { timeout: 5000 })
  return {
    adapter: sqlite(file),
    store: sqliteStore(file),
    async createTables() {
      connection.exec(`
        BEGIN IMMEDIATE;
        CREATE TABLE IF NOT EXISTS passwords (
          userId TEXT PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
          hash TEXT NOT NULL
        ) STRICT;
        -- Earlier versions of this example stored the hash with the user.
        INSERT OR IGNORE INTO passwords (userId, hash)
          SELECT id, extra ->> 'passwordHash' FROM users WHERE extra ->> 'passwordHash' IS NOT NULL;
        UPDATE users SET extra = json_remove(extra, '$.passwordHash')
          WHERE extra ->> 'passwordHash' IS NOT NULL;
        COMMIT;
      `)
    },
    async readHash(userId) {
      const row = connection.prepare('SELECT hash FROM passwords WHERE userId = ?').get(userId)
      return row && String(row.hash)
    },
    async storeHash(userId, hash) {
      connection.prepare('INSERT OR REPLACE INTO passwords (userId, hash) VALUES (?, ?)').run(userId, hash)
    },
  }
}
