import mysql from 'latchkey/adapters/mysql'
import { mysqlStore } from 'latchkey/stores/mysql'
import { createPool, type RowDataPacket } from 'mysql2/promise'
import type { Database } from '@/databases/types'

/** Opens MySQL or MariaDB. `npx latchkey migrate --apply` creates Latchkey's own tables. */
export function openMysql(url: string): Database {
  const pool = createPool({ uri: url })
  return {
    adapter: mysql(pool),
    store: mysqlStore(pool),
    async createTables() {
      await pool.query(`
        CREATE TABLE IF NOT EXISTS passwords (
          userId VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin PRIMARY KEY,
          hash TEXT NOT NULL
        )`)
    },
    async readHash(userId) {
      const sql = 'SELECT hash FROM passwords WHERE userId = ?'
      const [rows] = await pool.execute<RowDataPacket[]>(sql, [userId])
      return rows[0]?.hash
    },
    async storeHash(userId, hash) {
      await pool.execute('REPLACE INTO passwords (userId, hash) VALUES (?, ?)', [userId, hash])
    },
  }
}
