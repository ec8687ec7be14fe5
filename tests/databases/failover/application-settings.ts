import type { TimeoutsOptions } from 'latchkey'

/** What an application's process is started with. */
export interface ApplicationSettings {
  readonly port: number
  /** The URL to which the application posts sign-in links. */
  readonly inbox: string
  readonly strategy: 'database' | 'jwt'
  readonly database: DatabaseSettings
  readonly store: StoreSettings
  /** In seconds. Default: 2, so that many sessions are renewed while a fault lasts. */
  readonly updateAge?: number
  /** Default: those of Latchkey. */
  readonly timeouts?: TimeoutsOptions
}

/** The driver, and where the servers are. */
export type DatabaseSettings =
  | { readonly driver: 'memory' }
  | { readonly driver: SqlDriver; readonly url: string; readonly replicaUrl?: string }

export type SqlDriver = 'pg' | 'postgres' | 'mysql2'

/** Where the store is. */
export type StoreSettings = { readonly in: 'database' } | RedisSettings

/** A client of Redis, and the ports of its servers. */
export interface RedisSettings {
  readonly in: 'redis'
  readonly client: 'redis' | 'ioredis'
  readonly servers: 'one' | 'cluster' | 'sentinel'
  readonly ports: readonly number[]
}
