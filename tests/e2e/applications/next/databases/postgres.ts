import postgres from 'latchkey/adapters/postgres'
import { postgresStore } from 'latchkey/stores/postgres'
import { Pool } from 'pg'
import type { Database } from '@/databases/types'

/** Opens PostgreSQL. `npx latchkey migrate --apply` creates Latchkey's own tables. */
export function openPostgres(url: string): Database {
  const pool = new Pool({ connectionString: url })
  return {
    adapter: postgres(pool),
    store: postgresStore(pool),
    async createTables() {
      await pool.query(`
        CREATE TABLE IF NOT EXISTS passwords (
          "userId" text COLLATE "C" PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
          hash text NOT NULL
        )`)
    },
    async readHash(userId) {
      const { rows } = await pool.query('SELECT hash FROM passwords WHERE "userId" = $1', [userId])
      return rows[0]?.hash
    },
    async storeHash(userId, hash) {
      await pool.query(
        `INSERT INTO passwords ("userId", hash) VALUES ($1, $2)
          ON CONFLICT ("userId") DO UPDATE SET hash = excluded.hash`,
        [userId, hash],
      )
    },
  }
}
