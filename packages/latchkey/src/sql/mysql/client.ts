/** A statement and how a driver returns its rows, regardless of the application's configuration. */
export interface MysqlQuery {
  readonly sql: string
  readonly rowsAsArray: false
  readonly nestTables: false
  readonly namedPlaceholders: false
}

/**
 * What Latchkey calls on a pool or a connection of `mysql2/promise` or `mariadb`. Their value types
 * differ.
 */
interface PromiseClient {
  query(query: MysqlQuery, values?: never[]): Promise<unknown>
  execute(query: MysqlQuery, values?: never[]): Promise<unknown>
}

/** One connection's methods, for transactions. */
export interface MysqlTransactions {
  beginTransaction(): Promise<unknown>
  commit(): Promise<unknown>
  rollback(): Promise<unknown>
}

/** The methods that end the use of a pool's connection. */
interface PooledConnection {
  release(): unknown
  destroy?(): unknown
}

/** A connection of `mysql2/promise`. */
export interface Mysql2Connection extends PromiseClient, MysqlTransactions {
  format(sql: string): string
}

/** A pool of `mysql2/promise`. */
export interface Mysql2Pool extends PromiseClient {
  format(sql: string): string
  getConnection(): Promise<Mysql2Connection & PooledConnection>
}

/** A pool or a connection of `mysql2`, whose methods take callbacks. */
export interface Mysql2CallbackClient {
  promise(): Mysql2Pool | Mysql2Connection
}

/** A connection of `mariadb`. */
export interface MariadbConnection extends PromiseClient, MysqlTransactions {
  batch(query: MysqlQuery, values?: never[]): Promise<unknown>
}

/** A pool of `mariadb`. */
export interface MariadbPool extends PromiseClient {
  batch(query: MysqlQuery, values?: never[]): Promise<unknown>
  getConnection(): Promise<MariadbConnection & PooledConnection>
}

/** What Latchkey calls on a client or a connection of `@planetscale/database`. */
export interface PlanetScaleClient {
  execute(sql: string, values: unknown[], options: { as: 'object' }): Promise<unknown>
  transaction<T>(work: (transaction: { execute: PlanetScaleClient['execute'] }) => Promise<T>): Promise<T>
}

/** A client that the adapter and the store accept. It is recognized by its methods. */
export type MysqlClient =
  | Mysql2Pool
  | Mysql2Connection
  | Mysql2CallbackClient
  | MariadbPool
  | MariadbConnection
  | PlanetScaleClient
