import { DatabaseSync } from 'node:sqlite'
import { type PostgresServer, startPostgres } from '@latchkey/test-support/servers/postgres.ts'
import { openD1 } from '@latchkey/test-support/servers/sqlite.ts'
import { createClient } from '@libsql/client'
import BetterSqlite3 from 'better-sqlite3'
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres'
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely'
import drizzle from 'latchkey/adapters/drizzle'
import kysely from 'latchkey/adapters/kysely'
import postgres, { tablePresets } from 'latchkey/adapters/postgres'
import prisma from 'latchkey/adapters/prisma'
import sqlite, { type D1Database, migrate, type SqlAdapter } from 'latchkey/adapters/sqlite'
import pg from 'pg'
import postgresJs from 'postgres'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { buildSchema } from '../../../packages/latchkey/src/adapters/postgres/schema.ts'
import { listStatements, migrations } from '../../../packages/latchkey/src/sql/sqlite/schema.ts'
import { generatePrismaClient } from '../orms/prisma-client.ts'
import { DRIZZLE_TABLES, KYSELY_TABLES } from '../orms/sqlite-tables.ts'
import * as pgTables from '../postgres/authjs-tables.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server?.stop())

let databases = 0
async function createPool(statements: readonly string[], driver: 'pg' | 'postgres' = 'pg') {
  const url = await server.createDatabase(`addresses_${++databases}`, statements)
  const pool = new pg.Pool({ connectionString: url })
  const sql = driver === 'postgres' ? postgresJs(url) : undefined
  onTestFinished(async () => {
    await Promise.all([pool.end(), sql?.end()])
  })
  return { url, pool, sql }
}

/** An adapter over tables that lack the index, and how to create it. */
interface Tables {
  readonly adapter: SqlAdapter
  /** The adapter of another process. */
  readonly another: () => SqlAdapter
  readonly run: (statement: string) => Promise<unknown>
  readonly index: string
}

const POSTGRES_INDEX = (table: string): string => `CREATE INDEX ON "${table}" (lower("email" COLLATE "C"))`
const SQLITE_INDEX = (table: string): string => `CREATE INDEX lowered ON ${table} (lower(email))`
const OWN_TABLES = buildSchema().filter((statement) => !statement.includes('lower('))

async function overPostgres(
  table: string,
  statements: readonly string[],
  create: (pool: pg.Pool, url: string) => SqlAdapter | Promise<SqlAdapter>,
): Promise<Tables> {
  const { pool, url } = await createPool(statements)
  const adapters = [await create(pool, url), await create(pool, url)] as const
  const run = (statement: string): Promise<unknown> => pool.query(statement)
  return { adapter: adapters[0], another: () => adapters[1], run, index: POSTGRES_INDEX(table) }
}

const ADAPTERS: Readonly<Record<string, () => Promise<Tables>>> = {
  'pg, in the tables of Latchkey': () => overPostgres('users', OWN_TABLES, (pool) => postgres(pool)),
  'pg, in tables of Auth.js': () =>
    overPostgres('users', [...pgTables.PG_TABLES, ...pgTables.PG_CONSTRAINTS], (pool) =>
      postgres(pool, { tables: 'auth.js/pg' }),
    ),
  async postgres() {
    const { pool, sql } = await createPool(OWN_TABLES, 'postgres')
    const create = (): SqlAdapter => postgres(sql as never)
    const run = (statement: string): Promise<unknown> => pool.query(statement)
    return { adapter: create(), another: create, run, index: POSTGRES_INDEX('users') }
  },
  'Kysely and pg': () =>
    overPostgres('User', [...pgTables.KYSELY_TABLES, ...pgTables.KYSELY_CONSTRAINTS], (pool) =>
      kysely(new Kysely<object>({ dialect: new PostgresDialect({ pool }) })),
    ),
  'Drizzle and pg': () => overPostgres('user', pgTables.DRIZZLE_TABLES, (pool) => drizzle(drizzlePg(pool))),
  'Prisma and pg': () =>
    overPostgres('User', pgTables.PRISMA_TABLES, async (_, url) => {
      const { client, close } = await generatePrismaClient(url)
      onTestFinished(async () => void (await close()))
      return prisma(client)
    }),
  async libSQL() {
    const client = createClient({ url: ':memory:' })
    onTestFinished(() => client.close())
    await client.batch(migrations.slice(0, 3).flatMap(listStatements), 'write')
    const create = (): SqlAdapter => sqlite(client)
    return {
      adapter: create(),
      another: create,
      run: (text) => client.execute(text),
      index: SQLITE_INDEX('users'),
    }
  },
  async 'Cloudflare D1'() {
    const { database, close } = await openD1()
    onTestFinished(async () => void (await close()))
    const d1 = database as D1Database
    await d1.batch(
      migrations
        .slice(0, 3)
        .flatMap(listStatements)
        .map((text) => d1.prepare(text)),
    )
    const create = (): SqlAdapter => sqlite(d1)
    return {
      adapter: create(),
      another: create,
      run: (text) => d1.batch([d1.prepare(text)]),
      index: SQLITE_INDEX('users'),
    }
  },
  async 'node:sqlite, in tables of Drizzle'() {
    const database = new DatabaseSync(':memory:')
    database.exec(DRIZZLE_TABLES.join(';'))
    const create = (): SqlAdapter => sqlite(database, { tables: 'auth.js/drizzle' })
    // As drizzle-kit writes an index for addresses.
    const index = 'CREATE UNIQUE INDEX `emailUniqueIndex` ON `user` (lower("email"));'
    return { adapter: create(), another: create, run: async (text) => database.exec(text), index }
  },
  async 'Kysely and better-sqlite3'() {
    const database = new BetterSqlite3(':memory:')
    database.exec(KYSELY_TABLES.join(';'))
    const db = new Kysely<object>({ dialect: new SqliteDialect({ database }) })
    const create = (): SqlAdapter => kysely(db)
    const index = SQLITE_INDEX('"User"')
    return { adapter: create(), another: create, run: async (text) => database.exec(text), index }
  },
}

async function createUsers(adapter: SqlAdapter, emails: readonly string[]): Promise<void> {
  for (const email of emails)
    await adapter.createUser({ id: crypto.randomUUID(), email, emailVerified: null })
}

const KELVIN = '\u212Aim@example.com'

// proves DB-1
describe.each(Object.entries(ADAPTERS))('the adapter over %s', (_, open) => {
  it('finds an address in capital letters if an index exists, and never confuses two users', async () => {
    const { adapter, another, run, index } = await open()
    const emailFor = async (each: SqlAdapter, email: string): Promise<string | undefined> =>
      (await each.getUserByEmail(email))?.email
    await createUsers(adapter, ['Ann.Lee@Example.com', 'bob@example.com', KELVIN])
    // It reads no whole table.
    expect(await emailFor(adapter, 'ann.lee@example.com')).toBeUndefined()
    expect(await emailFor(adapter, 'Ann.Lee@Example.com')).toBe('Ann.Lee@Example.com')

    await run(index)
    const found = another()
    const together = Array.from({ length: 5 }, () => emailFor(found, 'ann.lee@example.com'))
    expect(await Promise.all(together)).toEqual(Array(5).fill('Ann.Lee@Example.com'))
    expect(await emailFor(found, 'bob@example.com')).toBe('bob@example.com')
    for (const other of ['kim@example.com', 'ánn.lee@example.com', 'ann.lee@example.com ', 'eve@example.com'])
      expect(await emailFor(found, other)).toBeUndefined()
    expect(await found.getUserByEmail(undefined as never)).toBeNull()
    if (index.includes('UNIQUE')) return
    await createUsers(found, ['Bob@example.com', 'Cleo@example.com', 'CLEO@example.com'])
    expect(await emailFor(found, 'bob@example.com')).toBe('bob@example.com')
    expect(await emailFor(found, 'CLEO@example.com')).toBe('CLEO@example.com')
    await expect(found.getUserByEmail('cleo@example.com')).rejects.toThrow('Several users')
  })
})

describe('the adapter for PostgreSQL', () => {
  const isFound = async (adapter: SqlAdapter): Promise<boolean> =>
    (await adapter.getUserByEmail('ann@example.com')) !== null

  // proves DB-1
  it.each(['varchar(320)', 'char(320)', 'citext', 'text', 'text COLLATE "tr-TR-x-icu"', 'text COLLATE "C"'])(
    'finds an address in a column of type %s, in a schema and under other names',
    async (type) => {
      const preset = tablePresets['auth.js/pg']
      const users = { name: "my 'users", columns: { email: 'e-"mail"' } }
      const tables = { ...preset, userIds: 'latchkey', schema: 'auth', users } as const
      const { pool } = await createPool([
        'CREATE EXTENSION citext',
        'CREATE SCHEMA auth',
        `CREATE TABLE auth."my 'users" (id text, name text, "e-""mail""" ${type}, "emailVerified" timestamptz, image text)`,
        // Another table of the name that the search path finds.
        `CREATE TABLE "my 'users" (email text)`,
        `CREATE INDEX ON auth."my 'users" (lower("e-""mail"""::text COLLATE "C"))`,
      ])
      const adapter = postgres(pool, { tables })
      await createUsers(adapter, ['IAN@EXAMPLE.COM'])
      expect(await adapter.getUserByEmail('ian@example.com')).toMatchObject({ email: 'IAN@EXAMPLE.COM' })
      await createUsers(adapter, ['ian@example.com'])
      expect(await adapter.getUserByEmail('ian@example.com')).toMatchObject({ email: 'ian@example.com' })
    },
  )

  it.each([
    ['another expression', 'CREATE INDEX users_email_lower_idx ON users (upper(email))'],
    ['a part of the rows', 'CREATE INDEX ON users (lower(email COLLATE "C")) WHERE id > \'m\''],
    ['words', 'CREATE INDEX ON users USING gin (to_tsvector(\'simple\', lower(email COLLATE "C")))'],
    ['blocks', 'CREATE INDEX ON users USING brin (lower(email COLLATE "C"))'],
    ['another column', 'CREATE INDEX ON users (lower(name COLLATE "C"))'],
    [
      'nothing yet, because its creation was interrupted',
      `CREATE INDEX users_email_lower_idx ON users (lower(email COLLATE "C"));
      UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'users_email_lower_idx'::regclass`,
    ],
  ])('does not rely on an index over %s', async (_, statement) => {
    const { pool } = await createPool([...OWN_TABLES, statement])
    const adapter = postgres(pool)
    await createUsers(adapter, ['Ann@example.com'])
    expect(await isFound(adapter)).toBe(false)
  })

  // proves DB-1
  it('learns within minutes that the index was created or deleted', async () => {
    const { pool } = await createPool(OWN_TABLES)
    const adapter = postgres(pool)
    await createUsers(adapter, ['Ann@example.com'])
    const start = Math.ceil(performance.now())
    const clock = vi.spyOn(performance, 'now').mockReturnValue(start)
    onTestFinished(() => clock.mockRestore())
    expect(await isFound(adapter)).toBe(false)
    await pool.query(POSTGRES_INDEX('users'))
    expect(await isFound(adapter)).toBe(false)
    clock.mockReturnValue(start + 5 * 60_000)
    expect(await isFound(adapter)).toBe(true)
    await pool.query('DROP INDEX users_lower_idx')
    clock.mockReturnValue(start + 10 * 60_000)
    expect(await isFound(adapter)).toBe(false)
  })

  // proves DB-1
  it('asks again for the index after the database was unavailable', async () => {
    const { pool } = await createPool(buildSchema())
    await createUsers(postgres(pool), ['Ann@example.com'])
    let isDown = true
    const query = (text: string, values?: unknown[]) => {
      if (isDown) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
      return pool.query(text, values)
    }
    const adapter = postgres({ query: async (text, values) => query(text, values) })
    await expect(adapter.getUserByEmail('ann@example.com')).rejects.toThrow('ECONNREFUSED')
    isDown = false
    expect(await isFound(adapter)).toBe(true)
  })

  it('looks up exact addresses if the catalog of indexes cannot be read', async () => {
    const { pool } = await createPool(buildSchema())
    await createUsers(postgres(pool), ['ann@example.com'])
    const texts: string[] = []
    const adapter = postgres({
      async query(text, values) {
        texts.push(text)
        return pool.query(text.replace('pg_index', 'missing_catalog'), values)
      },
    })
    expect(await isFound(adapter)).toBe(true)
    expect(await isFound(adapter)).toBe(true)
    expect(texts).toEqual([expect.stringContaining('pg_index'), texts[1], texts[1]])
    expect(texts[1]).not.toContain('UNION')
  })

  // proves DB-1
  it('reads 100,000 users by their indexes', async () => {
    const { pool } = await createPool([
      ...buildSchema(),
      `INSERT INTO users (id, email) SELECT n::text, 'User' || n || '@example.com' FROM generate_series(1, 100000) AS n`,
    ])
    const texts: string[] = []
    const adapter = postgres({
      async query(text, values) {
        texts.push(text)
        return pool.query(text, values)
      },
    })
    expect(await adapter.getUserByEmail('user77@example.com')).toMatchObject({ id: '77' })
    for (const statement of ['SELECT 1', 'ANALYZE users']) {
      await pool.query(statement)
      const { rows } = await pool.query(`EXPLAIN (FORMAT JSON) ${texts.at(-1)}`, ['user77@example.com'])
      const plan = JSON.stringify(rows)
      expect(plan).toMatch(/"Index Name":"users_email_key"/)
      expect(plan).toMatch(/"Index Name":"users_email_lower_idx"/)
      expect(plan).not.toContain('Seq Scan')
    }
  })
})

// proves DB-1
it.each([
  ['with the index', migrations, ['users_email_lower_idx', 'sqlite_autoindex_users_2']],
  ['without the index', migrations.slice(0, 3), ['sqlite_autoindex_users_2']],
])('reads 100,000 users in libSQL by their indexes, %s', async (_, steps, indexes) => {
  const client = createClient({ url: ':memory:' })
  onTestFinished(() => client.close())
  await client.batch(steps.flatMap(listStatements), 'write')
  await client.execute(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
    INSERT INTO users (id, email, extra) SELECT i, 'User' || i || '@example.com', '{}' FROM n`,
  )
  const statements: { sql: string; args: never[] }[] = []
  const execute = client.execute.bind(client)
  client.execute = (statement: unknown) => {
    statements.push(statement as { sql: string; args: never[] })
    return execute(statement as never)
  }
  const user = await sqlite(client).getUserByEmail('user77@example.com')
  expect(user?.id).toBe(indexes.length > 1 ? '77' : undefined)
  expect(statements).toHaveLength(1)
  const [{ sql, args } = { sql: '', args: [] }] = statements
  const { rows } = await execute({ sql: `EXPLAIN QUERY PLAN ${sql}`, args })
  const plan = rows.map(({ detail }) => String(detail))
  for (const index of indexes) expect(plan).toContainEqual(expect.stringContaining(`USING INDEX ${index}`))
})

// proves DB-1
it.each([
  ['with the index', migrations],
  ['without the index', migrations.slice(0, 3)],
])('reads no whole table in Cloudflare D1, %s', async (_, steps) => {
  const { database, close } = await openD1()
  onTestFinished(async () => void (await close()))
  const d1 = database as D1Database
  await d1.batch(steps.flatMap(listStatements).map((text) => d1.prepare(text)))
  await d1.batch([
    d1.prepare(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
      INSERT INTO users (id, email, extra) SELECT i, 'User' || i || '@example.com', '{}' FROM n`),
  ])
  const read: number[] = []
  const counting: D1Database = {
    batch: d1.batch.bind(d1),
    prepare: (text) => ({
      ...d1.prepare(text),
      bind(...values) {
        const bound = d1.prepare(text).bind(...values)
        const all = async () => {
          const result = await bound.all()
          read.push((result.meta as { rows_read: number }).rows_read)
          return result
        }
        return Object.assign(Object.create(bound), { all })
      },
    }),
  }
  const user = await sqlite(counting).getUserByEmail('user77@example.com')
  expect(user?.id).toBe(steps === migrations ? '77' : undefined)
  expect(read).toEqual([expect.toSatisfy((rows: number) => rows > 0 && rows < 100)])
})

it('finds an address in capital letters after `migrate` of an older libSQL database', async () => {
  const client = createClient({ url: ':memory:' })
  onTestFinished(() => client.close())
  await client.batch([...migrations.slice(0, 3).flatMap(listStatements), 'PRAGMA user_version = 3'], 'write')
  const adapter = sqlite(client)
  await createUsers(adapter, ['Ann@example.com'])
  expect(await adapter.getUserByEmail('ann@example.com')).toBeNull()
  await migrate(client)
  expect(await adapter.getUserByEmail('ann@example.com')).toMatchObject({ email: 'Ann@example.com' })
})
