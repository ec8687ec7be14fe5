import type { Adapter, Store } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import mysql from 'latchkey/adapters/mysql'
import postgres from 'latchkey/adapters/postgres'
import { mysqlStore } from 'latchkey/stores/mysql'
import { postgresStore } from 'latchkey/stores/postgres'
import { createPool } from 'mysql2/promise'
import pg from 'pg'
import postgresJs, { type Sql } from 'postgres'
import type { DatabaseSettings, SqlDriver } from './application-settings.ts'

/** Few, so that they are soon busy. */
const CONNECTIONS = 5

/** The database of an application. */
export interface OpenDatabase {
  readonly adapter: Adapter
  /** Returns the store in this database. */
  store(): Store
  /** Keeps all connections of the pool busy. */
  exhaust?(seconds: number): Promise<unknown>
}

/** Opens the database of an application, with the drivers as their documentation sets them up. */
export function openDatabase(settings: DatabaseSettings): OpenDatabase {
  if (settings.driver === 'memory') return { adapter: memory(), store: noStore }
  return OPEN[settings.driver](settings.url, settings.replicaUrl)
}

const OPEN: Readonly<Record<SqlDriver, (url: string, replicaUrl?: string) => OpenDatabase>> = {
  pg(url, replicaUrl) {
    const open = (connectionString: string): pg.Pool => new pg.Pool({ connectionString, max: CONNECTIONS })
    const pool = open(url)
    return {
      adapter: postgres(pool, replicaUrl === undefined ? {} : { replica: open(replicaUrl) }),
      store: () => postgresStore(pool),
      exhaust: (seconds) => onAll(() => pool.query('SELECT pg_sleep($1)', [seconds])),
    }
  },
  postgres(url, replicaUrl) {
    const open = (address: string): Sql => postgresJs(address, { max: CONNECTIONS })
    const sql = open(url)
    return {
      adapter: postgres(sql, replicaUrl === undefined ? {} : { replica: open(replicaUrl) }),
      store: () => postgresStore(sql),
      exhaust: (seconds) => onAll(() => sql`SELECT pg_sleep(${seconds})`),
    }
  },
  mysql2(uri) {
    const pool = createPool({ uri, connectionLimit: CONNECTIONS })
    return {
      adapter: mysql(pool),
      store: () => mysqlStore(pool),
      exhaust: (seconds) => onAll(() => pool.query('SELECT SLEEP(?)', [seconds])),
    }
  },
}

function onAll(hold: () => Promise<unknown>): Promise<unknown> {
  return Promise.allSettled(Array.from({ length: CONNECTIONS }, hold))
}

function noStore(): never {
  throw new Error('This database has no store.')
}
