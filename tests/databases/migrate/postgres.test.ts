import { type PostgresServer, startPostgres } from '@latchkey/test-support/servers/postgres.ts'
import postgres, { tablePresets } from 'latchkey/adapters/postgres'

import { postgresStore } from 'latchkey/stores/postgres'
import { adapterCases } from 'latchkey/testing/adapter-suite'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ACCOUNT_TABLES } from '../accounts/account-tables.ts'
import { type Application, createApplication } from './command.ts'
import { DOCUMENTED_TABLES } from './documented-tables.ts'

let server: PostgresServer
const applications: Record<'pg' | 'postgres', Application> = {
  pg: createApplication('pg'),
  postgres: createApplication('postgres'),
}
const { latchkey } = applications.pg

beforeAll(async () => {
  server = await startPostgres()
})

afterAll(async () => {
  await server?.stop()
  for (const { remove } of Object.values(applications)) remove()
})

let databases = 0
const createDatabase = (statements: readonly string[] = []): Promise<string> =>
  server.createDatabase(`migrate_${++databases}`, statements)

const toName = (url: string): string => new URL(url).pathname.slice(1)

const readSchema = async (url: string): Promise<Record<string, unknown>[]> =>
  server.run(
    `SELECT 'column' AS type, table_name AS "table", column_name AS name, data_type AS detail
      FROM information_schema.columns WHERE table_schema = 'public'
      UNION ALL SELECT 'index', tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
      ORDER BY 1, 2, 3`,
    toName(url),
  )

describe.each(['pg', 'postgres'] as const)('migrate with the driver %s', (driver) => {
  const application = applications[driver]

  // proves DB-27
  it('creates all tables in an empty database, and a second run adds nothing', async () => {
    const url = await createDatabase()
    const check = await application.latchkey(['migrate', '--check', '--url', url])
    expect(check.code).toBe(1)

    const first = await application.latchkey(['migrate', '--apply', '--url', url])
    expect(first).toMatchObject({ code: 0, stdout: '' })
    expect(first.stderr).toContain('Created the table users.\nCreated the table accounts.\n')
    const schema = await readSchema(url)
    const tables = new Set(schema.map(({ table }) => table))
    expect([...tables]).toEqual(
      expect.arrayContaining([
        'users',
        'accounts',
        'sessions',
        'verification_tokens',
        'authenticators',
        'latchkey_store',
        ...ACCOUNT_TABLES,
      ]),
    )

    const second = await application.latchkey(['migrate', '--url', url])
    expect(second).toEqual({ code: 0, stdout: '', stderr: 'Nothing is missing.\n' })
    await application.latchkey(['migrate', '--apply', '--url', url])
    expect(await readSchema(url)).toEqual(schema)
    expect(await application.latchkey(['migrate', '--check', '--url', url])).toMatchObject({ code: 0 })
  })

  // proves DB-27
  it('prints SQL that creates the same tables', async () => {
    const [printed, applied] = [await createDatabase(), await createDatabase()]
    const { stdout, code } = await application.latchkey(['migrate', '--url', printed])
    expect(code).toBe(0)
    await server.run(stdout, toName(printed))
    await application.latchkey(['migrate', '--apply', '--url', applied])
    expect(await readSchema(printed)).toEqual(await readSchema(applied))
    expect((await application.latchkey(['migrate', '--check', '--url', printed])).code).toBe(0)
    const { stdout: withoutConnection } = await application.latchkey(['migrate', '--dialect', 'postgres'])
    expect(withoutConnection).toBe(stdout)
  })

  // proves DB-27
  it('applies changes once when two processes run at the same time', async () => {
    const url = await createDatabase()
    const runs = Array.from({ length: 4 }, () => application.latchkey(['migrate', '--apply', '--url', url]))
    for (const result of await Promise.all(runs)) expect(result).toMatchObject({ code: 0, stdout: '' })
    expect(await application.latchkey(['migrate', '--check', '--url', url])).toMatchObject({ code: 0 })
    expect(await server.run('SELECT version, lock_owner FROM latchkey_meta', toName(url))).toEqual([
      { version: 1, lock_owner: null },
    ])
  })
})

it.each(['latchkey', 'snake_case', 'auth.js/prisma', 'auth.js/kysely'] as const)(
  'creates tables %s that pass the adapter suite',
  async (tables) => {
    const url = await createDatabase()
    const { code } = await latchkey(['migrate', '--apply', '--store', '--tables', tables, '--url', url])
    expect(code).toBe(0)
    const client = new pg.Pool({ connectionString: url })
    const adapter = postgres(client, { tables })
    const storesExtraFields = tables === 'latchkey' || tables === 'snake_case'
    for (const { run, ...needs } of adapterCases)
      if (storesExtraFields || !needs.storesExtraFields) await run(adapter)
    const store = postgresStore(client)
    expect(await store.add('key', 1, 60)).toBe(1)
    await client.end()
  },
)

// proves DB-13, DB-27
it.each(['latchkey', 'snake_case', ...Object.keys(DOCUMENTED_TABLES)])(
  'adds only the tables for accounts to tables %s of the release before',
  async (tables) => {
    const url = await createDatabase(DOCUMENTED_TABLES[tables as 'auth.js/pg'])
    const migrate = (...args: string[]): ReturnType<Application['latchkey']> =>
      latchkey(['migrate', '--tables', tables, '--url', url, ...args])
    await migrate('--apply')
    await server.run(`DROP TABLE ${ACCOUNT_TABLES.join(', ')}`, toName(url))
    const before = await readSchema(url)
    expect(await migrate('--apply')).toMatchObject({ code: 0, stdout: '' })
    const after = await readSchema(url)
    const isNew = ({ table }: Record<string, unknown>): boolean => ACCOUNT_TABLES.includes(String(table))
    expect(after.filter((row) => !isNew(row))).toEqual(before)
    expect(new Set(after.filter(isNew).map(({ table }) => table))).toEqual(new Set(ACCOUNT_TABLES))
    expect(await migrate('--check')).toMatchObject({ code: 0, stdout: '' })
    await migrate('--apply')
    expect(await readSchema(url)).toEqual(after)
  },
)

const MISSING: Record<keyof typeof DOCUMENTED_TABLES, { unique: string[]; advice: string[] }> = {
  'auth.js/pg': {
    unique: ['users.email', 'accounts.provider and accounts.providerAccountId', 'sessions.sessionToken'],
    advice: ['accounts.userId has no foreign key', 'sessions.userId has no foreign key'],
  },
  'auth.js/prisma': { unique: [], advice: [] },
  'auth.js/drizzle': { unique: [], advice: [] },
  'auth.js/kysely': { unique: ['Account.provider and Account.providerAccountId'], advice: [] },
}

describe.each(Object.keys(DOCUMENTED_TABLES) as (keyof typeof DOCUMENTED_TABLES)[])(
  'the tables %s',
  (preset) => {
    // proves DB-13, DB-27
    it('lack constraints and indexes, which are added once', async () => {
      const url = await createDatabase(DOCUMENTED_TABLES[preset])
      const args = ['--tables', preset, '--url', url]
      const { stdout, stderr, code } = await latchkey(['migrate', ...args])
      expect(code).toBe(0)
      for (const column of MISSING[preset].unique) expect(stdout).toContain(`-- ${column}`)
      expect(stdout.match(/CREATE UNIQUE INDEX CONCURRENTLY/g) ?? []).toHaveLength(
        MISSING[preset].unique.length,
      )
      expect(stdout.match(/HAVING COUNT\(\*\) > 1;/g) ?? []).toHaveLength(MISSING[preset].unique.length)
      expect(stdout).toMatch(/CREATE INDEX CONCURRENTLY "\w+_expires_idx"/)
      expect(stdout).not.toMatch(/\b(?:DROP|RENAME|TYPE)\b/)
      for (const advice of MISSING[preset].advice) expect(stderr).toContain(advice)

      expect(await latchkey(['migrate', '--apply', ...args])).toMatchObject({ code: 0 })
      expect(await latchkey(['migrate', '--check', ...args])).toMatchObject({ code: 0, stdout: '' })
    })
  },
)

// proves DB-13
it('does not add a constraint that duplicates violate, names the query, and adds the rest', async () => {
  const url = await createDatabase([
    ...DOCUMENTED_TABLES['auth.js/pg'],
    `INSERT INTO users (email) VALUES ('ann@example.com'), ('ann@example.com'), ('bob@example.com'), (NULL),
      (NULL)`,
  ])
  const args = ['--tables', 'auth.js/pg', '--url', url]
  const printed = await latchkey(['migrate', ...args])
  expect(printed.stdout).toContain('Duplicates exist.')
  expect(printed.stdout).toContain('No duplicates exist.')

  const { code, stderr } = await latchkey(['migrate', '--apply', ...args])
  expect(code).toBe(1)
  const [, query = ''] = /List them, and remove all but one of each: (SELECT .*);/.exec(stderr) ?? []
  expect(await server.run(query, toName(url))).toEqual([{ email: 'ann@example.com', rows: '2' }])
  expect(stderr).not.toContain('ann@example.com')

  const { stdout } = await latchkey(['migrate', '--json', ...args])
  expect(JSON.parse(stdout).steps).toMatchObject([
    { type: 'add-unique-index', table: 'users', hasDuplicates: true },
  ])
  await server.run('DELETE FROM users WHERE id = 2', toName(url))
  expect(await latchkey(['migrate', '--apply', ...args])).toMatchObject({ code: 0 })
})

// proves DB-13
it('finds collations and types that treat different ids as equal, and never changes them', async () => {
  const url = await createDatabase([
    'CREATE EXTENSION IF NOT EXISTS citext',
    `CREATE COLLATION folding (provider = icu, locale = 'und-u-ks-level1', deterministic = false)`,
    ...DOCUMENTED_TABLES['auth.js/prisma'],
    'ALTER TABLE "Account" ALTER COLUMN "providerAccountId" TYPE text COLLATE folding',
    'ALTER TABLE "Session" ALTER COLUMN "sessionToken" TYPE citext',
    'ALTER TABLE "User" ALTER COLUMN email TYPE citext',
  ])
  const before = await readSchema(url)
  const { stdout } = await latchkey(['migrate', '--json', '--tables', 'auth.js/prisma', '--url', url])
  const { advice } = JSON.parse(stdout)
  const collations = advice.filter(({ type }: { type: string }) => type === 'collation')
  // Addresses are compared in lower case anyway, so `citext` changes nothing for them.
  expect(collations.map(({ columns }: { columns: string[] }) => columns[0])).toEqual([
    'providerAccountId',
    'sessionToken',
  ])
  await latchkey(['migrate', '--apply', '--tables', 'auth.js/prisma', '--url', url])
  const after = await readSchema(url)
  expect(after).toEqual(expect.arrayContaining(before))
})

// proves DB-13
it('finds account ids that are numbers and a verification without a date, and prints SQL', async () => {
  const url = await createDatabase([
    ...DOCUMENTED_TABLES['auth.js/prisma'],
    'ALTER TABLE "Account" ALTER COLUMN "providerAccountId" TYPE bigint USING 0',
    'ALTER TABLE "User" ALTER COLUMN "emailVerified" TYPE boolean USING false',
    'ALTER TABLE "User" ALTER COLUMN "emailVerified" SET DEFAULT false',
    'ALTER TABLE "User" ALTER COLUMN "emailVerified" SET NOT NULL',
    `INSERT INTO "User" (id, email, "emailVerified", "updatedAt") VALUES ('a', 'a@example.com', true, now()),
      ('b', 'b@example.com', false, now())`,
  ])
  const types = async (): Promise<{ columns: string[]; sql: string[] }[]> => {
    const { stdout } = await latchkey(['migrate', '--json', '--tables', 'auth.js/prisma', '--url', url])
    return JSON.parse(stdout).advice.filter(({ type }: { type: string }) => type === 'type')
  }
  const advice = await types()
  expect(advice.flatMap(({ columns }) => columns)).toEqual(['emailVerified', 'providerAccountId'])
  for (const statement of advice.flatMap(({ sql }) => sql)) await server.run(statement, toName(url))
  expect(await types()).toEqual([])
  const verified = 'SELECT id FROM "User" WHERE "emailVerified" IS NOT NULL'
  expect(await server.run(verified, toName(url))).toEqual([{ id: 'a' }])
})

// proves DB-13
it('lists addresses with capital letters, and prints what changes them', async () => {
  const url = await createDatabase([
    ...DOCUMENTED_TABLES['auth.js/pg'],
    `INSERT INTO users (email) VALUES ('Ann@example.com'), ('Bob@example.com'), ('bob@example.com'),
      ('cleo@example.com'), (NULL), (NULL)`,
  ])
  const args = ['migrate', '--json', '--tables', 'auth.js/pg', '--url', url]
  const addresses = async (): Promise<{ text: string; sql: string[] }[]> =>
    JSON.parse((await latchkey(args)).stdout).advice.filter(
      ({ type }: { type: string }) => type === 'address',
    )
  const [{ text, sql } = { text: '', sql: [] }] = await addresses()
  expect(text).toMatch(
    /^users\.email contains addresses with capital letters \(2\)\. .* find .* the 1 that several users have\.$/,
  )
  const [pairs = '', update = ''] = sql
  expect(await server.run(pairs, toName(url))).toMatchObject([{ address: 'bob@example.com' }])
  await server.run(update, toName(url))
  const stored = await server.run('SELECT email FROM users WHERE email IS NOT NULL ORDER BY id', toName(url))
  expect(stored.map(({ email }) => email).sort()).toEqual(
    ['ann@example.com', 'Bob@example.com', 'bob@example.com', 'cleo@example.com'].sort(),
  )
})

// proves DB-13
it('finds a foreign key without ON DELETE CASCADE, and prints statements that replace it', async () => {
  const url = await createDatabase([
    ...DOCUMENTED_TABLES['auth.js/kysely'],
    'ALTER TABLE "Session" DROP CONSTRAINT "Session_userId_fkey"',
    `ALTER TABLE "Session" ADD CONSTRAINT "Session_userId_fkey"
      FOREIGN KEY ("userId") REFERENCES "User" (id)`,
  ])
  const args = ['migrate', '--json', '--tables', 'auth.js/kysely', '--url', url]
  const cascades = async (): Promise<{ sql: string[] }[]> =>
    JSON.parse((await latchkey(args)).stdout).advice.filter(
      ({ type }: { type: string }) => type === 'cascade',
    )
  const [advice] = await cascades()
  for (const statement of advice?.sql ?? []) await server.run(statement, toName(url))
  expect(await cascades()).toEqual([])
})

// proves DB-27
it('migrates tables of an older version, and rejects those of a newer one', async () => {
  const url = await createDatabase()
  await latchkey(['migrate', '--apply', '--url', url])
  await server.run('DROP INDEX "sessions_expires_idx"; UPDATE latchkey_meta SET version = 0', toName(url))
  await server.run(
    'ALTER TABLE users DROP COLUMN image; ALTER TABLE latchkey_meta DROP COLUMN lock_owner',
    toName(url),
  )
  await server.run('ALTER TABLE latchkey_meta DROP COLUMN lock_expires', toName(url))
  expect(await latchkey(['migrate', '--apply', '--url', url])).toMatchObject({ code: 0 })
  expect(await server.run('SELECT version FROM latchkey_meta', toName(url))).toEqual([{ version: 1 }])
  expect(await latchkey(['migrate', '--check', '--url', url])).toMatchObject({ code: 0, stdout: '' })

  await server.run('UPDATE latchkey_meta SET version = 99', toName(url))
  const newer = await latchkey(['migrate', '--apply', '--url', url])
  expect(newer).toMatchObject({ code: 1, stdout: '' })
  expect(newer.stderr).toContain('Update latchkey')
})

it('continues after a process that was killed while it held the lock', async () => {
  const url = await createDatabase()
  await latchkey(['migrate', '--apply', '--url', url])
  await server.run(
    `UPDATE latchkey_meta SET lock_owner = 'killed', lock_expires = extract(epoch from now()) * 1000 + 1500;
      DROP INDEX "sessions_expires_idx"`,
    toName(url),
  )
  expect(await latchkey(['migrate', '--apply', '--url', url])).toMatchObject({ code: 0 })
  expect(await latchkey(['migrate', '--check', '--url', url])).toMatchObject({ code: 0 })
})

it('reports an index whose creation was interrupted', async () => {
  const url = await createDatabase()
  await latchkey(['migrate', '--apply', '--url', url])
  await server.run(
    `UPDATE pg_index SET indisvalid = false WHERE indexrelid = '"sessions_expires_idx"'::regclass`,
    toName(url),
  )
  const { code, stderr } = await latchkey(['migrate', '--apply', '--url', url])
  expect(code).toBe(1)
  expect(stderr).toContain('DROP INDEX CONCURRENTLY "sessions_expires_idx";')
})

// proves DB-13
it('reports no success where another index has the name of the one that is missing', async () => {
  const url = await createDatabase()
  await latchkey(['migrate', '--apply', '--url', url])
  await server.run(
    `ALTER TABLE users DROP CONSTRAINT users_email_key;
      CREATE UNIQUE INDEX users_email_key ON users (lower(email))`,
    toName(url),
  )
  const { code, stderr } = await latchkey(['migrate', '--apply', '--url', url])
  expect(code).toBe(1)
  expect(stderr).toContain(
    'Not fixed: users.email is not unique. Reason: relation "users_email_key" already exists',
  )
})

it('creates tables for passkeys that reference the existing type of ids', async () => {
  const url = await createDatabase(DOCUMENTED_TABLES['auth.js/pg'])
  const { stdout } = await latchkey(['migrate', '--json', '--tables', 'auth.js/pg', '--url', url])
  const advice = JSON.parse(stdout).advice.find(({ type }: { type: string }) => type === 'passkeys')
  for (const statement of advice.sql) await server.run(statement, toName(url))
  const { stdout: after } = await latchkey(['migrate', '--json', '--tables', 'auth.js/pg', '--url', url])
  expect(JSON.parse(after).advice.some(({ type }: { type: string }) => type === 'passkeys')).toBe(false)
})

it('rejects tables with other names', async () => {
  const url = await createDatabase(['CREATE TABLE users (id text PRIMARY KEY, mail text)'])
  const { code, stderr } = await latchkey(['migrate', '--apply', '--url', url])
  expect(code).toBe(1)
  expect(stderr).toContain('The table users has no column email.')
})

// proves DB-1, DB-13
it.each([
  ['latchkey', '', 'users', 'public'],
  ['latchkey', '?schema=auth', 'users', 'auth'],
  ['auth.js/prisma', '?schema=auth', 'User', 'auth'],
] as const)(
  'adds the index that finds addresses with capital letters to tables %s%s',
  async (tables, query, table, schema) => {
    const database = await createDatabase(['CREATE SCHEMA auth'])
    const args = ['migrate', '--tables', tables, '--url', `${database}${query}`]
    expect(await latchkey([...args, '--apply'])).toMatchObject({ code: 0 })
    const index = `"${schema}"."${table}_email_lower_idx"`
    await server.run(`DROP INDEX ${index}`, toName(database))
    const { stdout } = await latchkey([...args, '--check'])
    expect(stdout).toBe(
      `-- ${table}.email has no lowercase index, so addresses with capital letters are not found.
CREATE INDEX CONCURRENTLY "${table}_email_lower_idx" ON ${query === '' ? '' : '"auth".'}"${table}" (lower("email"::text COLLATE "C"));

`,
    )
    const client = new pg.Pool({ connectionString: database })
    const preset = tablePresets[tables]
    const createAdapter = () => postgres(client, { tables: query === '' ? tables : { ...preset, schema } })
    await createAdapter().createUser({ id: 'ann', email: 'Ann@example.com', emailVerified: null })
    expect(await createAdapter().getUserByEmail('ann@example.com')).toBeNull()
    expect(await latchkey([...args, '--apply'])).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(`Added a lowercase index on ${table}.email.`),
    })
    expect(await createAdapter().getUserByEmail('ann@example.com')).toMatchObject({ id: 'ann' })
    expect(await latchkey([...args, '--check'])).toMatchObject({ code: 0, stdout: '' })
    await client.end()
  },
)

it('uses the schema in the URL of Prisma', async () => {
  const url = await createDatabase(['CREATE SCHEMA auth'])
  expect(await latchkey(['migrate', '--apply', '--url', `${url}?schema=auth`])).toMatchObject({ code: 0 })
  expect(await latchkey(['migrate', '--check', '--url', `${url}?schema=auth`])).toMatchObject({ code: 0 })
  expect(await readSchema(url)).toEqual([])
})

const EXPIRED = 20_000

// proves DB-28
it('deletes expired rows in batches, while another process does the same', async () => {
  const url = await createDatabase()
  await latchkey(['migrate', '--apply', '--url', url])
  await server.run(
    `INSERT INTO users (id, email) VALUES ('u', 'ann@example.com');
      INSERT INTO sessions SELECT 'expired-' || n, 'u', now() - interval '1 day' FROM generate_series(1,
      ${EXPIRED}) n;
      INSERT INTO sessions SELECT 'valid-' || n, 'u', now() + interval '1 day' FROM generate_series(1, 100) n;
      INSERT INTO verification_tokens VALUES ('a', 'b', now() - interval '1 day'), ('a', 'c',
      now() + interval '1 day');
      INSERT INTO latchkey_store VALUES ('k', 'v', now() - interval '1 day'), ('l', 'v',
      now() + interval '1 day')`,
    toName(url),
  )
  const clean = (): Promise<Cleaned[]> =>
    latchkey(['clean', '--batch', '500', '--json', '--url', url]).then(({ stdout }) => JSON.parse(stdout))
  const results = await Promise.all([clean(), clean()])
  const deleted = (table: string): number =>
    results.flat().reduce((sum, each) => sum + (each.table === table ? each.deleted : 0), 0)
  expect(deleted('sessions')).toBe(EXPIRED)
  expect(deleted('verification_tokens')).toBe(1)
  expect(deleted('latchkey_store')).toBe(1)
  const [left] = await server.run(
    `SELECT (SELECT count(*)::int FROM sessions) AS sessions,
      (SELECT count(*)::int FROM verification_tokens) AS tokens,
      (SELECT count(*)::int FROM latchkey_store) AS entries`,
    toName(url),
  )
  expect(left).toEqual({ sessions: 100, tokens: 1, entries: 1 })
})

interface Cleaned {
  readonly table: string
  readonly deleted: number
}

// proves DB-28
it('deletes expired rows of tables whose dates have no time zone', async () => {
  const url = await createDatabase([
    ...DOCUMENTED_TABLES['auth.js/prisma'],
    `ALTER DATABASE migrate_${databases + 1} SET timezone = 'Asia/Tokyo'`,
    `INSERT INTO "User" VALUES ('u', NULL, 'a@example.com', NULL, NULL, now(), now())`,
    `INSERT INTO "Session" VALUES ('old', 'u', timezone('UTC', now()) - interval '1 minute', now(), now()),
      ('new', 'u', timezone('UTC', now()) + interval '1 minute', now(), now())`,
  ])
  const { stdout } = await latchkey(['clean', '--tables', 'auth.js/prisma', '--url', url])
  expect(stdout).toContain('Session: 1 expired rows deleted')
  expect(await server.run('SELECT "sessionToken" FROM "Session"', toName(url))).toEqual([
    { sessionToken: 'new' },
  ])
})
