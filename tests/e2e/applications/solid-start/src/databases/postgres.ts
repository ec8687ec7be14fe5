import postgres from 'latchkey/adapters/postgres'
import { postgresStore } from 'latchkey/stores/postgres'
import { Pool } from 'pg'
import type { Database } from './types'

/** Opens PostgreSQL. `npx latchkey migrate --apply` creates the tables. */
export function openPostgres(url: string): Database {
  const pool = new Pool({ connectionString: url })
  return { adapter: postgres(pool), store: postgresStore(pool) }
}
