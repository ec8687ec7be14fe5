import type { Adapter } from 'latchkey/adapters'
import type { Servers } from './servers.ts'

/** An adapter with a database and a driver, which is one row of the table. */
export interface Combination {
  /** Where the adapter comes from, such as `latchkey/adapters/sqlite` or `@auth/pg-adapter`. */
  readonly adapter: string
  /** The database, the driver and the tables, such as `PostgreSQL, pg, with constraints`. */
  readonly database: string
  /** The servers that it needs. */
  readonly needs?: readonly (keyof Servers)[]
  /** Whether it stores fields outside the adapter contract, such as `role`. */
  readonly storesExtraFields: boolean
  /** Opens an empty database with its tables. All cases of the suite use it. */
  readonly open: (servers: Servers) => Promise<OpenAdapter> | OpenAdapter
}

/** An adapter, and a function that closes its connections. */
export interface OpenAdapter {
  readonly adapter: Adapter
  readonly close?: () => unknown
}
