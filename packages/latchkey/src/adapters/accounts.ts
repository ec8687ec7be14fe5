import { ACCOUNT_METHODS } from '../sql/accounts/on-demand.ts'
import type { MysqlClient } from '../sql/mysql/client.ts'
import type { PostgresClient } from '../sql/postgres/client.ts'
import { hasMethods, unknownClient } from '../sql/shape.ts'
import type { AsynchronousSqliteDatabase, SqliteDatabase } from '../sql/sqlite/connection.ts'
import { sqliteConnection } from '../sql/sqlite/port.ts'
import { adaptSynchronous, isD1, isLibsql } from '../sql/sqlite/recognize.ts'
import { resolveTables, type SqlTablePreset, type SqlTables } from '../sql/tables.ts'
import type { AccountMethods } from '../types/account-records.ts'
import drizzle, { type DrizzleDatabase } from './drizzle.ts'
import kysely, { type KyselyDatabase } from './kysely.ts'
import mysql from './mysql.ts'
import postgres from './postgres.ts'
import prisma, { type PrismaClient } from './prisma.ts'
import { sqliteAdapter } from './sqlite/asynchronous/adapter.ts'

export type {
  AccountMethods,
  PasskeyDetails,
  SecondFactor,
  SessionDetails,
  StoredPassword,
  StoredSecurityEvent,
  UserDetails,
} from '../types/account-records.ts'

/** A client over which `accountTables` runs SQL. It is recognized by its methods. */
export type AccountTablesClient =
  | PostgresClient
  | MysqlClient
  | SqliteDatabase
  | AsynchronousSqliteDatabase
  | DrizzleDatabase
  | KyselyDatabase
  | PrismaClient

/** Options of `accountTables`. */
export interface AccountTablesOptions {
  /**
   * The tables of the adapter that has the users: a preset's name, or an object with table and
   * column names. Default: for an ORM, the tables of its Auth.js adapter; otherwise `latchkey`.
   */
  readonly tables?: SqlTablePreset | SqlTables
}

/**
 * Adds the methods for second factors, passwords, session lists and security events to an adapter
 * that lacks them. The adapter keeps its own methods, and is not changed.
 *
 * @param adapter the adapter, also an instance of a class
 * @param methods what `accountTables` returns, or your own methods
 * @example
 * ```ts
 * import PostgresAdapter from '@auth/pg-adapter'
 * import { accountTables, withAccounts } from 'latchkey/adapters/accounts'
 * import pg from 'pg'
 *
 * const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL })
 * const adapter = withAccounts(PostgresAdapter(pool), accountTables(pool, { tables: 'auth.js/pg' }))
 * ```
 */
export function withAccounts<A extends object, M extends AccountMethods>(adapter: A, methods: M): A & M {
  const result = {} as A & M
  for (const [name, { value, get }] of listMembers(adapter))
    Object.defineProperty(result, name, {
      enumerable: true,
      configurable: true,
      ...(get === undefined
        ? { value: bind(adapter, value), writable: true }
        : { get: () => Reflect.get(adapter, name) }),
    })
  for (const name of ACCOUNT_METHODS)
    if (!Object.hasOwn(result, name) && methods[name] !== undefined)
      Object.assign(result, { [name]: bind(methods, methods[name]) })
  return result
}

/**
 * Returns the methods for second factors, passwords, session lists and security events, over tables
 * that `npx latchkey migrate` creates beside those of the users.
 *
 * @param client a client that one of Latchkey's adapters accepts, such as a `Pool` of `pg` or
 *   `mysql2`, a SQLite database, a Drizzle or Kysely database, or a `PrismaClient`
 * @throws {TypeError} if the client or a preset is unknown
 * @example
 * ```ts
 * import { PrismaAdapter } from '@auth/prisma-adapter'
 * import { accountTables, withAccounts } from 'latchkey/adapters/accounts'
 * import type { PrismaClient } from 'latchkey/adapters/prisma'
 *
 * declare const prisma: PrismaClient & Parameters<typeof PrismaAdapter>[0]
 * const adapter = withAccounts(PrismaAdapter(prisma), accountTables(prisma))
 * ```
 */
export function accountTables(
  client: AccountTablesClient,
  options: AccountTablesOptions = {},
): Required<AccountMethods> {
  const adapter = createAdapter(client, options)
  return Object.fromEntries(
    ACCOUNT_METHODS.map((name) => [name, adapter[name]]),
  ) as unknown as Required<AccountMethods>
}

function createAdapter(client: AccountTablesClient, options: AccountTablesOptions): Required<AccountMethods> {
  if (hasMethods(client, '$queryRawUnsafe')) return prisma(client as PrismaClient, options)
  if (hasMethods(client, 'getExecutor')) return kysely(client as KyselyDatabase, options)
  if ((client as Partial<DrizzleDatabase> | null)?.$client) return drizzle(client as DrizzleDatabase, options)
  if (adaptSynchronous(client) !== undefined || isLibsql(client) || isD1(client))
    return sqliteAdapter(sqliteConnection(client, 'accountTables'), resolveTables(options.tables))
  if (hasMethods(client, 'execute')) return mysql(client as MysqlClient, options)
  if (hasMethods(client, 'query') || hasMethods(client, 'unsafe'))
    return postgres(client as PostgresClient, options)
  throw unknownClient(client, 'accountTables', 'a client that one of the adapters of Latchkey accepts')
}

/** Returns the members of an object and of its class, each one once. */
function listMembers(object: object): Map<PropertyKey, PropertyDescriptor> {
  const members = new Map<PropertyKey, PropertyDescriptor>()
  for (let owner = object; owner && owner !== Object.prototype; owner = Object.getPrototypeOf(owner))
    for (const name of Reflect.ownKeys(owner)) {
      const descriptor = Object.getOwnPropertyDescriptor(owner, name)
      if (name !== 'constructor' && descriptor && !members.has(name)) members.set(name, descriptor)
    }
  return members
}

/** Methods of a class need their object as `this`: it has the private fields. */
function bind(owner: object, value: unknown): unknown {
  return typeof value === 'function' ? value.bind(owner) : value
}
