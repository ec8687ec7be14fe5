import mysql from 'latchkey/adapters/mysql'
import { mysqlStore } from 'latchkey/stores/mysql'
import { createPool } from 'mysql2/promise'
import type { Database } from '#lib/server/databases/types.ts'

/** Opens MySQL or MariaDB. `npx latchkey migrate --apply` creates the tables. */
export function openMysql(url: string): Database {
  const pool = createPool({ uri: url })
  return { adapter: mysql(pool), store: mysqlStore(pool) }
}
