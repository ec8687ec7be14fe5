import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { D1Adapter, type D1Database, up } from '@auth/d1-adapter'
import { KyselyAdapter } from '@auth/kysely-adapter'
import { UnstorageAdapter } from '@auth/unstorage-adapter'
import { Kysely, type KyselyPlugin, SqliteDialect } from 'kysely'
import type { Adapter } from 'latchkey'
import { createStorage, type Driver } from 'unstorage'
import memoryDriver from 'unstorage/drivers/memory'

/** The tables that the Kysely adapter documents, for SQLite. */
const SCHEMA = `
  CREATE TABLE User (
    id TEXT PRIMARY KEY DEFAULT (lower(hex(randomblob(16)))),
    name TEXT, email TEXT UNIQUE, emailVerified, image TEXT
  );
  CREATE TABLE Account (
    id TEXT DEFAULT (lower(hex(randomblob(16)))),
    userId TEXT NOT NULL REFERENCES User(id) ON DELETE CASCADE,
    type TEXT NOT NULL, provider TEXT NOT NULL, providerAccountId TEXT NOT NULL,
    refresh_token TEXT, access_token TEXT, expires_at INTEGER, token_type TEXT, scope TEXT,
    id_token TEXT, session_state TEXT, PRIMARY KEY (provider, providerAccountId)
  );
  CREATE TABLE Session (
    id TEXT DEFAULT (lower(hex(randomblob(16)))), sessionToken TEXT PRIMARY KEY,
    userId TEXT NOT NULL REFERENCES User(id) ON DELETE CASCADE, expires
  );
  CREATE TABLE VerificationToken (
    identifier TEXT NOT NULL, token TEXT NOT NULL, expires, PRIMARY KEY (identifier, token)
  );
`

export interface PublishedAdapterOptions {
  /** How long each statement takes, in milliseconds. Default: 0. */
  readonly latency?: number
  /** Whether the tables of Kysely have no unique addresses and accounts. Default: `false`. */
  readonly isWithoutUnique?: boolean
}

/** A published adapter over a database in memory. */
export interface PublishedAdapter {
  readonly adapter: Adapter
  /** Returns the address of each stored user, or `null`. */
  emails(): Promise<unknown[]>
}

type Create = (options?: PublishedAdapterOptions) => PublishedAdapter | Promise<PublishedAdapter>

/** The published adapters that run without a server, by their package. */
export const PUBLISHED_ADAPTERS: readonly (readonly [string, Create])[] = [
  ['@auth/d1-adapter', createD1Adapter],
  ['@auth/kysely-adapter', createKyselyAdapter],
  ['@auth/unstorage-adapter', createUnstorageAdapter],
]

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

/**
 * Creates the D1 adapter with the calls of Cloudflare's D1 that it makes, as documented, over a
 * real SQLite database.
 */
async function createD1Adapter({ latency = 0 }: PublishedAdapterOptions = {}): Promise<PublishedAdapter> {
  const inner = new DatabaseSync(':memory:')
  let delay = 0
  const prepare = (sql: string) => {
    const statement = inner.prepare(sql)
    const bound = (params: SQLInputValue[]) => ({
      async run() {
        if (delay > 0) await wait(delay)
        return { success: true, meta: {}, results: statement.all(...params) }
      },
      async first() {
        if (delay > 0) await wait(delay)
        return statement.get(...params) ?? null
      },
      bind: (...more: SQLInputValue[]) => bound(more),
    })
    return bound([])
  }
  const database = { prepare } as unknown as D1Database
  await up(database)
  // It does not wait for its statements.
  delay = latency
  return {
    adapter: D1Adapter(database),
    emails: async () => inner.prepare('SELECT email FROM users').all().map(readEmail),
  }
}

/** Creates the Kysely adapter over a real SQLite database. */
function createKyselyAdapter({
  latency = 0,
  isWithoutUnique = false,
}: PublishedAdapterOptions = {}): PublishedAdapter {
  const inner = new DatabaseSync(':memory:')
  const keys = / UNIQUE|, PRIMARY KEY \(provider, providerAccountId\)/g
  inner.exec(isWithoutUnique ? SCHEMA.replaceAll(keys, '') : SCHEMA)
  const database = {
    prepare(sql: string) {
      const statement = inner.prepare(sql)
      return {
        reader: statement.columns().length > 0,
        all: (params: readonly unknown[]) => statement.all(...(params as SQLInputValue[])),
        run: (params: readonly unknown[]) => statement.run(...(params as SQLInputValue[])),
        iterate: (params: readonly unknown[]) => statement.iterate(...(params as SQLInputValue[])),
      }
    },
    close: () => inner.close(),
  }
  const slow: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (latency > 0) await wait(latency)
      return result
    },
  }
  // biome-ignore lint/suspicious/noExplicitAny: the adapter exports no type for its parameter.
  const kysely = new Kysely<any>({ dialect: new SqliteDialect({ database }), plugins: [slow] })
  return {
    adapter: KyselyAdapter(kysely),
    emails: async () => inner.prepare('SELECT email FROM User').all().map(readEmail),
  }
}

/** Creates the adapter for key-value stores over one in memory. */
function createUnstorageAdapter({ latency = 0 }: PublishedAdapterOptions = {}): PublishedAdapter {
  const driver = memoryDriver() as Driver
  const slowly =
    <A extends unknown[]>(method: ((...args: A) => unknown) | undefined) =>
    async (...args: A) => {
      if (latency > 0) await wait(latency)
      return method?.apply(driver, args)
    }
  const slow = {
    ...driver,
    getItem: slowly(driver.getItem),
    setItem: slowly(driver.setItem),
    removeItem: slowly(driver.removeItem),
  } as Driver
  const storage = createStorage({ driver: slow })
  return {
    adapter: UnstorageAdapter(storage),
    async emails() {
      const keys = (await storage.getKeys('user')).filter((key) => /^user:[^:]+$/.test(key))
      return (await Promise.all(keys.map((key) => storage.getItem(key)))).map(readEmail)
    },
  }
}

function readEmail(row: unknown): unknown {
  return (row as { email?: unknown } | null)?.email ?? null
}
