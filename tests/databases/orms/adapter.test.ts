import { type PostgresServer, startPostgres } from '@latchkey/test-support/servers/postgres.ts'
import { openD1 } from '@latchkey/test-support/servers/sqlite.ts'
import { createClient } from '@libsql/client'
import BetterSqlite3 from 'better-sqlite3'
import { drizzle as drizzleSqlite } from 'drizzle-orm/better-sqlite3'
import { drizzle as drizzleD1 } from 'drizzle-orm/d1'
import { drizzle as drizzleLibsql } from 'drizzle-orm/libsql'
import { drizzle as drizzleMysql } from 'drizzle-orm/mysql2'
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres'
import { drizzle as drizzlePostgresJs } from 'drizzle-orm/postgres-js'
import { CamelCasePlugin, Kysely, MysqlDialect, PostgresDialect, SqliteDialect } from 'kysely'
import drizzleAdapter from 'latchkey/adapters/drizzle'
import kyselyAdapter from 'latchkey/adapters/kysely'
import prismaAdapter from 'latchkey/adapters/prisma'
import sqlite, { type SqlAdapter } from 'latchkey/adapters/sqlite'
import { testAdapter } from 'latchkey/testing/adapter-suite'
import { createPool } from 'mysql2'
import pg from 'pg'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sealsTokens } from '../../../packages/latchkey/src/sql/seals-tokens.ts'
import { postgresAccountTables, sqliteAccountTables } from '../accounts/account-tables.ts'
import * as pgTables from '../postgres/authjs-tables.ts'
import { generatePrismaClient } from './prisma-client.ts'
import * as sqliteTables from './sqlite-tables.ts'

interface Connected {
  readonly adapter: SqlAdapter
  readonly close: () => unknown
}

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server?.stop())

const PG_DRIZZLE = [...pgTables.DRIZZLE_TABLES, ...postgresAccountTables('auth.js/drizzle')]
const PG_KYSELY = [
  ...pgTables.KYSELY_TABLES,
  ...pgTables.KYSELY_CONSTRAINTS,
  ...postgresAccountTables('auth.js/kysely'),
]
const PG_PRISMA = [...pgTables.PRISMA_TABLES, ...postgresAccountTables('auth.js/prisma')]
const DRIZZLE_TABLES = [...sqliteTables.DRIZZLE_TABLES, ...sqliteAccountTables('auth.js/drizzle')]
const KYSELY_TABLES = [...sqliteTables.KYSELY_TABLES, ...sqliteAccountTables('auth.js/kysely')]

function sqliteWith(tables: readonly string[]): BetterSqlite3.Database {
  const client = new BetterSqlite3(':memory:')
  client.exec(tables.join(';\n'))
  return client
}

const ORMS: Readonly<Record<string, () => Promise<Connected>>> = {
  async 'Drizzle and better-sqlite3'() {
    const client = sqliteWith(DRIZZLE_TABLES)
    return { adapter: drizzleAdapter(drizzleSqlite(client)), close: () => client.close() }
  },
  async 'Drizzle and libSQL'() {
    const client = createClient({ url: ':memory:' })
    await client.batch([...DRIZZLE_TABLES], 'write')
    return { adapter: drizzleAdapter(drizzleLibsql(client)), close: () => client.close() }
  },
  async 'Drizzle and D1'() {
    const { database, close } = await openD1()
    const d1 = database as Parameters<typeof drizzleD1>[0]
    for (const text of DRIZZLE_TABLES) await d1.prepare(text).run()
    return { adapter: drizzleAdapter(drizzleD1(d1)), close }
  },
  async 'Drizzle and pg'() {
    const connectionString = await server.createDatabase('drizzle-pg', PG_DRIZZLE)
    const pool = new pg.Pool({ connectionString })
    return { adapter: drizzleAdapter(drizzlePg(pool)), close: () => pool.end() }
  },
  async 'Drizzle and postgres'() {
    const client = postgres(await server.createDatabase('drizzle-postgres', PG_DRIZZLE))
    return { adapter: drizzleAdapter(drizzlePostgresJs(client)), close: () => client.end() }
  },
  async 'Kysely and better-sqlite3, with a plugin that renames columns'() {
    const dialect = new SqliteDialect({ database: sqliteWith(KYSELY_TABLES) })
    const db = new Kysely<{ user: object }>({ dialect, plugins: [new CamelCasePlugin()] })
    return { adapter: kyselyAdapter(db), close: () => db.destroy() }
  },
  async 'Kysely and pg'() {
    const pool = new pg.Pool({ connectionString: await server.createDatabase('kysely', PG_KYSELY) })
    const db = new Kysely<{ User: object }>({ dialect: new PostgresDialect({ pool }) })
    return { adapter: kyselyAdapter(db), close: () => db.destroy() }
  },
  async 'Prisma and pg'() {
    const url = await server.createDatabase('prisma', PG_PRISMA)
    const { client, close } = await generatePrismaClient(url)
    return { adapter: prismaAdapter(client), close }
  },
}

// proves DB-25
describe.each(Object.keys(ORMS))('the adapter over %s', (name) => {
  let connected: Connected
  beforeAll(async () => {
    connected = (await ORMS[name]?.()) as Connected
  })
  afterAll(() => connected?.close())

  testAdapter(
    {
      name: "with the tables of Auth.js's adapter",
      storesExtraFields: false,
      create: () => ({ adapter: connected.adapter }),
    },
    { describe, it },
  )

  // proves TOK-8
  it('encrypts tokens', () => {
    expect(sealsTokens in connected.adapter).toBe(true)
  })

  it('deletes expired sessions', async () => {
    const { adapter } = connected
    const user = await adapter.createUser({ id: 'u', email: 'u@example.com', emailVerified: null })
    const expires = new Date(Date.now() - 1000)
    for (const sessionToken of ['1', '2'])
      await adapter.createSession({ sessionToken, userId: user.id, expires })
    expect(await adapter.clean()).toBeGreaterThanOrEqual(2)
    expect(await adapter.clean()).toBe(0)
  })
})

// proves DB-28
it('deletes no valid session whose date an earlier version of Prisma stored as a number', async () => {
  const client = new BetterSqlite3(':memory:')
  client.exec(PRISMA_TABLES)
  const adapter = sqlite(client, { tables: 'auth.js/prisma' })
  const { id } = await adapter.createUser({ id: 'u', email: 'u@example.com', emailVerified: null })
  const insert = client.prepare('INSERT INTO Session (sessionToken, userId, expires) VALUES (?, ?, ?)')
  const [past, future] = [Date.now() - 60_000, Date.now() + 60_000]
  for (const [name, time] of Object.entries({ past, future })) {
    insert.run(`number-${name}`, id, time)
    insert.run(`text-${name}`, id, new Date(time).toISOString())
  }
  expect(await adapter.clean()).toBe(2)
  expect(await adapter.getSessionAndUser('number-future')).toMatchObject({ session: { userId: id } })
  expect(await adapter.getSessionAndUser('text-future')).toMatchObject({ session: { userId: id } })
  client.close()
})

/** As `prisma db push` creates them, without the tables that the test does not use. */
const PRISMA_TABLES = `
  CREATE TABLE User (id TEXT NOT NULL PRIMARY KEY, name TEXT, email TEXT, emailVerified DATETIME,
    image TEXT, createdAt DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP, updatedAt DATETIME NOT NULL);
  CREATE TABLE Session (sessionToken TEXT NOT NULL UNIQUE, userId TEXT NOT NULL, expires DATETIME NOT NULL,
    createdAt DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP, updatedAt DATETIME);
  CREATE TABLE VerificationToken (identifier TEXT NOT NULL, token TEXT NOT NULL, expires DATETIME NOT NULL,
    PRIMARY KEY (identifier, token))`

describe('what an ORM does not support', () => {
  it('is rejected with the fix', () => {
    expect(() => drizzleAdapter({} as never)).toThrow('Pass what `drizzle()` from `drizzle-orm` returns')
    expect(() => kyselyAdapter({} as never)).toThrow('Pass a `Kysely` from `kysely`.')
    expect(() => prismaAdapter({} as never)).toThrow('Pass a `PrismaClient`.')
    const pool = createPool({ uri: 'mysql://127.0.0.1:1/app' })
    const db = new Kysely<object>({ dialect: new MysqlDialect({ pool }) })
    expect(() => kyselyAdapter(db)).toThrow('pass its pool to `latchkey/adapters/mysql`')
    expect(Object.keys(drizzleAdapter(drizzleMysql(pool)))).toContain('createUserWithAccount')
    pool.end()
  })
})
