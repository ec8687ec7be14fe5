import { type MariadbServer, startMariadb } from '@latchkey/test-support/servers/mariadb.ts'
import mysql from 'latchkey/adapters/mysql'
import { adapterCases } from 'latchkey/testing/adapter-suite'
import { createPool } from 'mysql2/promise'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ACCOUNT_TABLES } from '../accounts/account-tables.ts'
import { DRIZZLE_TABLES, KYSELY_TABLES } from '../mysql/authjs-tables.ts'
import { type Application, createApplication } from './command.ts'
import { PRISMA_TABLES_IN_MYSQL } from './documented-tables.ts'

let server: MariadbServer
const applications: Record<'mysql2' | 'mariadb', Application> = {
  mysql2: createApplication('mysql2'),
  mariadb: createApplication('mariadb'),
}
const { latchkey } = applications.mysql2

beforeAll(async () => {
  server = await startMariadb()
})

afterAll(async () => {
  await server?.stop()
  for (const { remove } of Object.values(applications)) remove()
})

interface TestDatabase {
  readonly url: string
  readonly run: (...statements: string[]) => Promise<Record<string, unknown>[]>
}

async function createDatabase(statements: readonly string[] = []): Promise<TestDatabase> {
  const name = await server.createDatabase()
  const run = (...more: string[]): Promise<Record<string, unknown>[]> => server.run(`USE ${name}`, ...more)
  if (statements.length > 0) await run(...statements)
  return { url: `mysql://${server.user}@${server.host}:${server.port}/${name}`, run }
}

const SCHEMA = `SELECT table_name AS t, column_name AS name, column_type AS detail,
  collation_name AS collation
  FROM information_schema.columns WHERE table_schema = DATABASE()
  UNION ALL SELECT table_name, index_name, column_name, NULL FROM information_schema.statistics
    WHERE table_schema = DATABASE() ORDER BY 1, 2, 3`

describe.each(['mysql2', 'mariadb'] as const)('migrate with the driver %s', (driver) => {
  const application = applications[driver]

  // proves DB-27
  it('creates all tables in an empty database, and a second run adds nothing', async () => {
    const { url, run } = await createDatabase()
    expect(await application.latchkey(['migrate', '--check', '--url', url])).toMatchObject({ code: 1 })
    const first = await application.latchkey(['migrate', '--apply', '--url', url])
    expect(first).toMatchObject({ code: 0, stdout: '' })
    const schema = await run(SCHEMA)
    expect(new Set(schema.map(({ t }) => t))).toEqual(
      new Set([
        'users',
        'accounts',
        'sessions',
        'verification_tokens',
        'authenticators',
        'latchkey_store',
        'latchkey_meta',
        ...ACCOUNT_TABLES,
      ]),
    )
    const second = await application.latchkey(['migrate', '--url', url])
    expect(second).toEqual({ code: 0, stdout: '', stderr: 'Nothing is missing.\n' })
    expect(await run(SCHEMA)).toEqual(schema)
  })

  // proves DB-27
  it.each(['', 'ANSI_QUOTES'])('recommends the strict mode to a server with %j', async (mode) => {
    const { url } = await createDatabase()
    const advice = async (): Promise<Advice[]> =>
      JSON.parse((await application.latchkey(['migrate', '--json', '--url', url])).stdout).advice
    const [before] = await server.run('SELECT @@GLOBAL.sql_mode AS mode')
    expect(await advice()).toEqual([])
    try {
      await server.run(`SET GLOBAL sql_mode = '${mode}'`)
      const [found] = await advice()
      expect(found).toMatchObject({ type: 'sql-mode', text: expect.stringContaining('cut off') })
      await server.run(...(found?.sql ?? []))
      expect(await advice()).toEqual([])
      expect(await server.run(`SELECT @@GLOBAL.sql_mode LIKE '%${mode}%' AS isKept`)).toEqual([{ isKept: 1 }])
    } finally {
      await server.run(`SET GLOBAL sql_mode = '${before?.mode}'`)
    }
  })

  // proves DB-27
  it('applies changes once when several processes run at the same time', async () => {
    const { url, run } = await createDatabase()
    const runs = Array.from({ length: 3 }, () => application.latchkey(['migrate', '--apply', '--url', url]))
    for (const result of await Promise.all(runs)) expect(result).toMatchObject({ code: 0, stdout: '' })
    expect(await application.latchkey(['migrate', '--check', '--url', url])).toMatchObject({ code: 0 })
    expect(await run('SELECT version, lock_owner FROM latchkey_meta')).toEqual([
      { version: 1, lock_owner: null },
    ])
  })
})

it('creates tables that pass the adapter suite', async () => {
  const { url } = await createDatabase()
  expect(await latchkey(['migrate', '--apply', '--url', url])).toMatchObject({ code: 0 })
  const pool = createPool(url)
  const adapter = mysql(pool)
  for (const { run } of adapterCases) await run(adapter)
  await pool.end()
})

// proves DB-27
it('prints SQL that creates the same tables', async () => {
  const [printed, applied] = [await createDatabase(), await createDatabase()]
  const { stdout } = await latchkey(['migrate', '--dialect', 'mysql'])
  const statements = stdout
    .replace(/^-- .*$/gm, '')
    .split(';')
    .filter((text) => text.trim() !== '')
  await printed.run(...statements)
  await latchkey(['migrate', '--apply', '--url', applied.url])
  expect(await printed.run(SCHEMA)).toEqual(await applied.run(SCHEMA))
})

// proves DB-13, DB-27
it('finds what tables of Prisma lack, and changes no column', async () => {
  const { url, run } = await createDatabase(PRISMA_TABLES_IN_MYSQL)
  const args = ['--tables', 'auth.js/prisma', '--url', url]
  const { stdout } = await latchkey(['migrate', '--json', ...args])
  const { steps, advice } = JSON.parse(stdout)
  expect(steps.map(({ text }: { text: string }) => text)).toEqual([
    ...ACCOUNT_TABLES.map((name) => `The table ${name} is missing.`),
    'Account.provider and Account.providerAccountId are not unique.',
    'Session.sessionToken is not unique.',
    'Session.expires has no index.',
    'VerificationToken.expires has no index.',
  ])
  const found = advice.map(({ type, table, columns }: Advice) => `${type} ${table}.${columns.join()}`)
  expect(found).toEqual([
    'collation User.email',
    'collation Account.provider',
    'collation Account.providerAccountId',
    'cascade Account.userId',
    'collation Session.sessionToken',
    'date Session.expires',
    'collation VerificationToken.identifier',
    'collation VerificationToken.token',
    'passkeys Authenticator.',
  ])
  const before = await run(SCHEMA)
  expect(await latchkey(['migrate', '--apply', ...args])).toMatchObject({ code: 0 })
  expect(await run(SCHEMA)).toEqual(expect.arrayContaining(before))
  expect(await latchkey(['migrate', '--check', ...args])).toMatchObject({ code: 0, stdout: '' })

  // The statements that it recommends are valid, and nothing is left to recommend after them.
  for (const { sql } of advice) await run(...sql)
  const after = await latchkey(['migrate', '--json', ...args])
  expect(JSON.parse(after.stdout)).toMatchObject({ steps: [], advice: [] })
})

// proves DB-13, DB-27
it.each([
  ['latchkey', []],
  ['snake_case', []],
  ['auth.js/drizzle', DRIZZLE_TABLES],
  ['auth.js/kysely', KYSELY_TABLES],
  ['auth.js/prisma', PRISMA_TABLES_IN_MYSQL],
])('adds only the tables for accounts to tables %s of the release before', async (tables, statements) => {
  const { url, run } = await createDatabase(statements)
  const migrate = (...args: string[]): ReturnType<Application['latchkey']> =>
    latchkey(['migrate', '--tables', tables, '--url', url, ...args])
  await migrate('--apply')
  await run(...ACCOUNT_TABLES.map((name) => `DROP TABLE ${name}`))
  const before = await run(SCHEMA)
  expect(await migrate('--apply')).toMatchObject({ code: 0, stdout: '' })
  const after = await run(SCHEMA)
  expect(after.filter(({ t }) => !ACCOUNT_TABLES.includes(String(t)))).toEqual(before)
  expect(new Set(after.map(({ t }) => t))).toEqual(new Set([...before.map(({ t }) => t), ...ACCOUNT_TABLES]))
  expect(await migrate('--check')).toMatchObject({ code: 0, stdout: '' })
  await migrate('--apply')
  expect(await run(SCHEMA)).toEqual(after)
})

// proves DB-13, DB-26
it('finds columns of Drizzle that are too short for encrypted tokens', async () => {
  const { url, run } = await createDatabase(DRIZZLE_TABLES)
  const pool = createPool(url)
  const adapter = mysql(pool, { tables: 'auth.js/drizzle' })
  const { id } = await adapter.createUser({ id: 'u', email: 'ann@example.com', emailVerified: null })
  const key = { provider: 'example', providerAccountId: 'a', type: 'oidc', userId: id } as const
  const tokens = { refresh_token: 'r'.repeat(12_000), access_token: 'a'.repeat(12_000) }
  await expect(adapter.linkAccount({ ...key, ...tokens })).rejects.toThrow(/too short for a token/)

  const args = ['migrate', '--json', '--tables', 'auth.js/drizzle', '--url', url]
  const lengths = async (): Promise<Advice[]> =>
    JSON.parse((await latchkey(args)).stdout).advice.filter(({ type }: Advice) => type === 'length')
  const [advice, ...others] = await lengths()
  expect(advice).toMatchObject({
    table: 'account',
    columns: ['refresh_token', 'access_token', 'id_token'],
    text: expect.stringContaining('account.access_token'),
  })
  expect(others).toEqual([])
  await run(...(advice?.sql ?? []))
  expect(await lengths()).toEqual([])
  await adapter.linkAccount({ ...key, ...tokens })
  expect(await adapter.listAccounts(id)).toMatchObject([{ ...key, ...tokens }])
  await pool.end()
})

// proves DB-13
it('finds account ids that are numbers and a verification without a date, and prints SQL', async () => {
  const { url, run } = await createDatabase([
    ...PRISMA_TABLES_IN_MYSQL,
    'ALTER TABLE Account MODIFY providerAccountId BIGINT UNSIGNED NOT NULL',
    'ALTER TABLE User MODIFY emailVerified BOOLEAN NOT NULL DEFAULT FALSE',
    `INSERT INTO User (id, email, emailVerified, updatedAt) VALUES ('a', 'a@example.com', TRUE, NOW()),
      ('b', 'b@example.com', FALSE, NOW())`,
  ])
  const pool = createPool(url)
  const adapter = mysql(pool, { tables: 'auth.js/prisma' })
  expect(await adapter.getUser('b')).toMatchObject({ emailVerified: null })
  expect((await adapter.getUser('a'))?.emailVerified).toBeInstanceOf(Date)
  const types = async (): Promise<Advice[]> => {
    const { stdout } = await latchkey(['migrate', '--json', '--tables', 'auth.js/prisma', '--url', url])
    return JSON.parse(stdout).advice.filter(({ type }: Advice) => type === 'type')
  }
  const advice = await types()
  expect(advice.flatMap(({ columns }) => columns)).toEqual(['emailVerified', 'providerAccountId'])
  await run(...advice.flatMap(({ sql }) => sql))
  expect(await types()).toEqual([])
  expect(await adapter.getUser('b')).toMatchObject({ emailVerified: null })
  expect(await adapter.updateUser({ id: 'b', emailVerified: new Date() })).toMatchObject({
    emailVerified: expect.any(Date),
  })
  expect((await adapter.getUser('a'))?.emailVerified?.getTime()).toBeGreaterThan(Date.now() - 60_000)
  await pool.end()
})

interface Advice {
  readonly type: string
  readonly table: string
  readonly columns: string[]
  readonly text: string
  readonly sql: string[]
}

// proves DB-13
it('does not add a constraint that duplicates violate, and adds the rest', async () => {
  const { url, run } = await createDatabase([
    ...PRISMA_TABLES_IN_MYSQL,
    `INSERT INTO User (id, email, updatedAt) VALUES ('u', 'ann@example.com', NOW())`,
    `INSERT INTO Account (userId, type, provider, providerAccountId, updatedAt)
      VALUES ('u', 'oauth', 'github', '1', NOW()), ('u', 'oauth', 'github', '1', NOW()), ('u', 'oauth',
      'github', '2', NOW())`,
  ])
  const args = ['--tables', 'auth.js/prisma', '--url', url]
  const { code, stderr } = await latchkey(['migrate', '--apply', ...args])
  expect(code).toBe(1)
  const [, query = ''] = /List them, and remove all but one of each: (SELECT .*);/.exec(stderr) ?? []
  expect(await run(query)).toMatchObject([{ provider: 'github', providerAccountId: '1' }])
  const { stdout } = await latchkey(['migrate', '--json', ...args])
  expect(JSON.parse(stdout).steps).toMatchObject([{ table: 'Account', hasDuplicates: true }])
})

// proves DB-13
it('reports a column without a length, which MySQL cannot index', async () => {
  const { url, run } = await createDatabase([
    ...PRISMA_TABLES_IN_MYSQL,
    'ALTER TABLE Session MODIFY sessionToken TEXT NOT NULL',
  ])
  const args = ['migrate', '--apply', '--tables', 'auth.js/prisma', '--url', url]
  const { code, stderr } = await latchkey(args)
  expect(code).toBe(1)
  const [, statement = ''] = /Give it a length first: (ALTER TABLE .*);/.exec(stderr) ?? []
  await run(statement)
  expect(await latchkey(args)).toMatchObject({ code: 0 })
})

// proves DB-18
it('finds a user whose address is stored in capital letters, where the collation ignores case', async () => {
  const { url, run } = await createDatabase([
    ...PRISMA_TABLES_IN_MYSQL,
    'ALTER TABLE User DROP INDEX User_email_key',
    'CREATE INDEX User_email ON User (email)',
    `INSERT INTO User (id, email, updatedAt) VALUES ('ann', 'Ann.Lee@Example.com', NOW()),
      ('bob', 'Bob@example.com', NOW()), ('bob2', 'bob@example.com', NOW()),
      ('cleo', 'Cleo@example.com', NOW()), ('cleo2', 'CLEO@example.com', NOW())`,
  ])
  const pool = createPool(url)
  const adapter = mysql(pool, { tables: 'auth.js/prisma' })
  expect(await adapter.getUserByEmail('ann.lee@example.com')).toMatchObject({ id: 'ann' })
  expect(await adapter.getUserByEmail('ánn.lee@example.com')).toBeNull()
  expect(await adapter.getUserByEmail('bob@example.com')).toMatchObject({ id: 'bob2' })
  await expect(adapter.getUserByEmail('cleo@example.com')).rejects.toThrow('Several users')
  expect(await adapter.getUserByEmail('CLEO@example.com')).toMatchObject({ id: 'cleo2' })

  const args = ['migrate', '--json', '--tables', 'auth.js/prisma', '--url', url]
  const addresses = async (): Promise<Advice[]> =>
    JSON.parse((await latchkey(args)).stdout).advice.filter(({ type }: Advice) => type === 'address')
  const [{ sql: [pairs = '', update = ''] = [], text = '' } = { text: '' }] = await addresses()
  expect(text).toMatch(
    /^User\.email contains addresses with capital letters \(4\)\. .* users are found\. .* the 2 that several users have\.$/,
  )
  expect(await run(pairs)).toHaveLength(2)
  await run(update)
  expect(await run('SELECT id FROM User WHERE BINARY email = LOWER(email) ORDER BY id')).toEqual([
    { id: 'ann' },
    { id: 'bob2' },
  ])
  await run("DELETE FROM User WHERE id IN ('bob', 'cleo')")
  expect(await addresses()).toEqual([])
  await pool.end()
})

// proves DB-13, DB-18
it('says that addresses with capital letters are not found in tables that compare exactly', async () => {
  const { url, run } = await createDatabase()
  const apply = ['migrate', '--apply', '--url', url]
  await latchkey(apply)
  await run("INSERT INTO users (id, email) VALUES ('ann', 'Ann@example.com')")
  const pool = createPool(url)
  expect(await mysql(pool).getUserByEmail('ann@example.com')).toBeNull()
  const { stdout } = await latchkey(['migrate', '--json', '--url', url])
  const [advice]: Advice[] = JSON.parse(stdout).advice
  expect(advice?.text).toMatch(
    /^users\.email contains addresses with capital letters \(1\)\. .* may create a second user\./,
  )
  for (const statement of advice?.sql ?? []) await run(statement)
  expect(await mysql(pool).getUserByEmail('ann@example.com')).toMatchObject({ id: 'ann' })
  await pool.end()
})

const EXPIRED = 20_000

// proves DB-28
it('deletes expired rows in batches, while another process does the same', async () => {
  const { url, run } = await createDatabase()
  await latchkey(['migrate', '--apply', '--url', url])
  await run(
    `SET time_zone = '+09:00'`,
    `INSERT INTO users (id, email) VALUES ('u', 'ann@example.com')`,
    `INSERT INTO sessions SELECT CONCAT('expired-', seq), 'u',
      UTC_TIMESTAMP(3) - INTERVAL 1 MINUTE FROM seq_1_to_${EXPIRED}`,
    `INSERT INTO sessions SELECT CONCAT('valid-', seq), 'u',
      UTC_TIMESTAMP(3) + INTERVAL 1 MINUTE FROM seq_1_to_100`,
    `INSERT INTO verification_tokens VALUES ('a', 'b', UTC_TIMESTAMP(3) - INTERVAL 1 DAY),
      ('a', 'c', UTC_TIMESTAMP(3) + INTERVAL 1 DAY)`,
  )
  const clean = (): Promise<{ table: string; deleted: number }[]> =>
    latchkey(['clean', '--batch', '500', '--json', '--url', url]).then(({ stdout }) => JSON.parse(stdout))
  const results = (await Promise.all([clean(), clean()])).flat()
  const sessions = results.filter(({ table }) => table === 'sessions')
  expect(sessions.reduce((sum, { deleted }) => sum + deleted, 0)).toBe(EXPIRED)
  expect(await run('SELECT COUNT(*) AS n FROM sessions')).toMatchObject([{ n: 100 }])
  expect(await run('SELECT token FROM verification_tokens')).toMatchObject([{ token: 'c' }])
})

// proves DB-28
describe.each(['+09:00', '-08:00'])('in a server whose time zone is %s', (zone) => {
  beforeAll(async () => {
    await server.run(`SET GLOBAL time_zone = '${zone}'`)
  })
  afterAll(async () => {
    await server.run("SET GLOBAL time_zone = 'SYSTEM'")
  })

  it('keeps valid sessions in the tables of Drizzle, even after the advice about dates', async () => {
    const { url, run } = await createDatabase(DRIZZLE_TABLES)
    const pool = createPool(url)
    const adapter = mysql(pool, { tables: 'auth.js/drizzle' })
    await adapter.createUser({ id: 'u', email: 'ann@example.com', emailVerified: null })
    const session = { sessionToken: 'valid', userId: 'u', expires: new Date(Date.now() + 60_000) }
    await adapter.createSession(session)
    await adapter.createSession({ ...session, sessionToken: 'past', expires: new Date(Date.now() - 60_000) })

    const { stdout } = await latchkey(['clean', '--tables', 'auth.js/drizzle', '--url', url])
    expect(stdout).toContain('session: 1 expired rows deleted')
    expect(await adapter.getSessionAndUser('valid')).toMatchObject({ session })

    const { stderr } = await latchkey(['migrate', '--tables', 'auth.js/drizzle', '--url', url])
    const pattern = /session\.expires is a TIMESTAMP.*\n((?: {4}.*\n)+)/
    const [, advice = ''] = pattern.exec(stderr) ?? []
    await run(...advice.split(';\n').filter((statement) => statement.trim() !== ''))
    expect(await run('SHOW COLUMNS FROM session')).toContainEqual(
      expect.objectContaining({ Field: 'expires', Type: 'datetime(3)' }),
    )
    expect(await adapter.getSessionAndUser('valid')).toMatchObject({ session })
    await pool.end()
  })
})
