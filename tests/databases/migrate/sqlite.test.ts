import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openD1 } from '@latchkey/test-support/servers/sqlite.ts'
import sqlite, { type D1Database, migrate } from 'latchkey/adapters/sqlite'
import { adapterCases } from 'latchkey/testing/adapter-suite'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { migrate as migrateFile, migrations } from '../../../packages/latchkey/src/sql/sqlite/schema.ts'
import { ACCOUNT_TABLES } from '../accounts/account-tables.ts'
import { type Application, createApplication } from './command.ts'

let application: Application
let file: string
const latchkey = (...args: string[]): ReturnType<Application['latchkey']> =>
  application.latchkey([...args, '--url', 'file:./app.db'])

beforeEach(() => {
  application = createApplication()
  file = join(application.folder, 'app.db')
})

afterEach(() => application.remove())

const readSchema = (path: string): unknown[] => {
  const db = new DatabaseSync(path)
  const rows = db.prepare('SELECT name, sql FROM sqlite_master ORDER BY name').all()
  db.close()
  return rows
}

function write(...statements: string[]): void {
  const db = new DatabaseSync(file)
  for (const statement of statements) db.exec(statement)
  db.close()
}

// proves DB-27
it('creates the tables of the adapter, and a second run adds nothing', async () => {
  expect(await latchkey('migrate', '--check')).toMatchObject({ code: 1 })
  expect(existsSync(file)).toBe(false)
  expect(await latchkey('migrate', '--apply')).toMatchObject({ code: 0, stdout: '' })
  const schema = readSchema(file)
  expect(await latchkey('migrate')).toEqual({ code: 0, stdout: '', stderr: 'Nothing is missing.\n' })
  const adapter = sqlite(file)
  adapter.close()
  expect(readSchema(file)).toEqual(schema)
})

// proves DB-27
it('prints the SQL that a file of an older version lacks', async () => {
  const adapter = sqlite(file)
  adapter.close()
  const newest = readSchema(file)
  const printed = await application.latchkey(['migrate', '--dialect', 'sqlite'])
  const other = join(application.folder, 'other.db')
  const db = new DatabaseSync(other)
  db.exec(printed.stdout)
  db.close()
  expect(readSchema(other)).toEqual(newest)
  expect(await latchkey('migrate', '--check')).toMatchObject({ code: 0, stdout: '' })
})

// proves DB-27
it('applies changes once when several processes run at the same time', async () => {
  const runs = Array.from({ length: 4 }, () => latchkey('migrate', '--apply'))
  for (const result of await Promise.all(runs)) expect(result).toMatchObject({ code: 0, stdout: '' })
  expect(await latchkey('migrate', '--check')).toMatchObject({ code: 0 })
})

// proves DB-27
it('adds only the tables for accounts to a file of the release before', async () => {
  const db = new DatabaseSync(file)
  migrateFile(db, migrations.slice(0, 4))
  db.exec(`INSERT INTO users (id, email, extra) VALUES ('ann', 'ann@example.com', '{"role":"admin"}')`)
  db.close()
  const before = readSchema(file)
  expect(await latchkey('migrate', '--apply')).toMatchObject({ code: 0, stdout: '' })
  const isNew = ({ name }: { name: string }): boolean => /latchkey_(?!store)/.test(name)
  const after = readSchema(file) as { name: string; sql: string | null }[]
  expect(after.filter((each) => !isNew(each))).toEqual(before)
  const added = after.filter((each) => isNew(each) && each.sql?.startsWith('CREATE TABLE'))
  expect(added.map(({ name }) => name)).toEqual(ACCOUNT_TABLES.toSorted())
  expect(await latchkey('migrate')).toEqual({ code: 0, stdout: '', stderr: 'Nothing is missing.\n' })
  const adapter = sqlite(file)
  await adapter.setPassword({ userId: 'ann', hash: 'h', changedAt: new Date(), mustChange: false })
  expect(await adapter.getUser('ann')).toMatchObject({ role: 'admin' })
  adapter.close()
})

it('creates tables that pass the adapter suite', async () => {
  await latchkey('migrate', '--apply')
  const adapter = sqlite(file)
  for (const { run } of adapterCases) await run(adapter)
  adapter.close()
})

// proves DB-13
it('finds what tables of another library lack', async () => {
  write(
    'CREATE TABLE user (id TEXT PRIMARY KEY, name TEXT, email TEXT, emailVerified INTEGER, image TEXT)',
    `CREATE TABLE account (userId TEXT NOT NULL REFERENCES user (id), type TEXT NOT NULL,
      provider TEXT NOT NULL,
      providerAccountId TEXT COLLATE NOCASE NOT NULL, refresh_token TEXT, access_token TEXT,
      expires_at INTEGER,
      token_type TEXT, scope TEXT, id_token TEXT, session_state TEXT, PRIMARY KEY (provider,
      providerAccountId))`,
    `CREATE TABLE session (sessionToken TEXT PRIMARY KEY,
      userId TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
      expires INTEGER NOT NULL)`,
    `CREATE TABLE verificationToken (identifier TEXT, token TEXT, expires INTEGER,
      PRIMARY KEY (identifier, token))`,
    `INSERT INTO user (id, email) VALUES ('1', 'ann@example.com'), ('2', 'ann@example.com'), ('3', NULL),
      ('4', NULL)`,
  )
  const { stdout } = await latchkey('migrate', '--json', '--tables', 'auth.js/drizzle')
  const { steps, advice } = JSON.parse(stdout)
  expect(steps.map(({ text }: { text: string }) => text)).toEqual([
    ...ACCOUNT_TABLES.map((name) => `The table ${name} is missing.`),
    'user.email is not unique.',
    'user.email has no lowercase index, so addresses with capital letters are not found.',
    'account.userId has no index.',
    'session.userId has no index.',
    'session.expires has no index.',
    'verificationToken.expires has no index.',
  ])
  expect(advice.map(({ type, table }: { type: string; table: string }) => `${type} ${table}`)).toEqual([
    'collation account',
    'cascade account',
    'passkeys authenticator',
  ])
  const refused = await latchkey('migrate', '--apply', '--tables', 'auth.js/drizzle')
  expect(refused.code).toBe(1)
  expect(refused.stderr).toContain('SELECT "email", COUNT(*)')
  write("DELETE FROM user WHERE id = '2'")
  expect(await latchkey('migrate', '--apply', '--tables', 'auth.js/drizzle')).toMatchObject({ code: 0 })
  expect(await latchkey('migrate', '--check', '--tables', 'auth.js/drizzle')).toMatchObject({
    code: 0,
    stdout: '',
  })
})

// proves DB-13
it('finds account ids that are numbers and a verification that is not a date', async () => {
  await latchkey('migrate', '--apply', '--tables', 'auth.js/drizzle')
  write(
    'ALTER TABLE account RENAME COLUMN providerAccountId TO former',
    'ALTER TABLE account ADD COLUMN providerAccountId INTEGER',
    'ALTER TABLE user DROP COLUMN emailVerified',
    'ALTER TABLE user ADD COLUMN emailVerified BOOLEAN NOT NULL DEFAULT FALSE',
    "INSERT INTO user (id, email) VALUES ('b', 'b@example.com')",
  )
  const { stdout } = await latchkey('migrate', '--json', '--tables', 'auth.js/drizzle')
  const types = JSON.parse(stdout).advice.filter(({ type }: { type: string }) => type === 'type')
  expect(types.map(({ columns }: { columns: string[] }) => columns)).toEqual([
    ['emailVerified'],
    ['providerAccountId'],
  ])
  const adapter = sqlite(new DatabaseSync(file), { tables: 'auth.js/drizzle' })
  expect(await adapter.getUserByEmail('b@example.com')).toMatchObject({ emailVerified: null })
})

// proves DB-13
it('lists addresses with capital letters, and prints what changes them', async () => {
  const adapter = sqlite(file)
  await adapter.createUser({ id: 'ann', email: 'Ann@example.com', emailVerified: null })
  const { stdout } = await latchkey('migrate', '--json')
  const [{ type, text, sql }] = JSON.parse(stdout).advice
  expect({ type, text }).toMatchObject({
    type: 'address',
    text: expect.stringMatching(
      / contains addresses with capital letters \(1\)\. .* Latchkey's adapters find their users/,
    ),
  })
  write(...sql)
  expect(await adapter.getUserByEmail('ann@example.com')).toMatchObject({ id: 'ann' })
  expect(await latchkey('migrate')).toMatchObject({ stderr: 'Nothing is missing.\n' })
  adapter.close()
})

it('creates the tables of each preset of Auth.js', async () => {
  for (const preset of ['auth.js/drizzle', 'auth.js/prisma', 'auth.js/kysely', 'auth.js/pg']) {
    const args = ['--tables', preset, '--store', '--url', `file:${preset.replace('/', '-')}.db`]
    expect(await application.latchkey(['migrate', '--apply', ...args])).toMatchObject({ code: 0 })
    expect(await application.latchkey(['migrate', '--check', ...args])).toMatchObject({ code: 0, stdout: '' })
  }
})

const EXPIRED = 20_000

// proves DB-28
it('deletes expired rows in batches, while another process does the same', async () => {
  await latchkey('migrate', '--apply')
  const rows = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${EXPIRED})`
  write(
    "INSERT INTO users (id, extra) VALUES ('u', '{}')",
    `INSERT INTO sessions ${rows} SELECT 'expired-' || i, 'u', 1000 FROM n`,
    `INSERT INTO sessions VALUES ('valid', 'u', ${Date.now() + 60_000})`,
    `INSERT INTO verification_tokens VALUES ('a', 'b', 1000), ('a', 'c', ${Date.now() + 60_000})`,
  )
  const clean = (): Promise<{ table: string; deleted: number }[]> =>
    latchkey('clean', '--batch', '500', '--json').then(({ stdout }) => JSON.parse(stdout))
  const results = (await Promise.all([clean(), clean()])).flat()
  const deleted = (name: string): number =>
    results.filter(({ table }) => table === name).reduce((sum, each) => sum + each.deleted, 0)
  expect(deleted('sessions')).toBe(EXPIRED)
  expect(deleted('verification_tokens')).toBe(1)
})

// proves DB-28
it('deletes rows whose dates are texts or numbers in a column without a type for either', async () => {
  await latchkey('migrate', '--apply', '--tables', 'auth.js/prisma')
  const [past, future] = [Date.now() - 60_000, Date.now() + 60_000]
  const text = (time: number): string => new Date(time).toISOString()
  write(
    'DROP TABLE VerificationToken',
    'CREATE TABLE VerificationToken (identifier TEXT, token TEXT, expires DATETIME)',
    `INSERT INTO VerificationToken VALUES ('a', '1', ${past}), ('a', '2', '${text(past)}'),
      ('a', '3', ${future}), ('a', '4', '${text(future)}')`,
  )
  const { stdout } = await latchkey('clean', '--tables', 'auth.js/prisma')
  expect(stdout).toContain('VerificationToken: 2 expired rows deleted')
})

// proves DB-27
it('works through libSQL, with the same results', async () => {
  const { connectLibsql } = await import('../../../packages/latchkey/src/cli/connect/sqlite.ts')
  const { planFor } = await import('../../../packages/latchkey/src/cli/migrate/create-plan.ts')
  const { apply } = await import('../../../packages/latchkey/src/cli/migrate/apply.ts')
  const { processOutput } = await import('../../../packages/latchkey/src/cli/output.ts')
  const { TABLE_PRESETS } = await import('../../../packages/latchkey/src/sql/tables.ts')
  writeFileSync(file, '')
  const libsql = createApplication('@libsql/client')
  const open = (): ReturnType<typeof connectLibsql> => connectLibsql(`file:${file}`, libsql.folder)
  const database = await open()
  for (const tables of [TABLE_PRESETS.latchkey, TABLE_PRESETS['auth.js/drizzle']]) {
    const wish = { tables, store: true }
    const { refused } = await apply(database, wish, open, processOutput())
    expect(refused).toEqual([])
    expect((await planFor(database, wish)).steps).toEqual([])
  }
  await database.close()
  libsql.remove()
  expect(await latchkey('migrate', '--check')).toMatchObject({ code: 0, stdout: '' })
  expect(readFileSync(file).length).toBeGreaterThan(0)
})

// proves DB-27
it('prints SQL that Cloudflare D1 accepts, and `migrate` of the adapter then adds nothing', async () => {
  const { database, close } = await openD1()
  onTestFinished(async () => void (await close()))
  const d1 = database as D1Database
  const rows = async (sql: string): Promise<readonly unknown[]> => {
    const [result] = await d1.batch([d1.prepare(sql)])
    return result?.results ?? []
  }
  const { code, stdout } = await application.latchkey(['migrate', '--dialect', 'd1'])
  expect(code).toBe(0)
  const statements = stdout.split(/;\n/).filter((text) => text.trim() !== '')
  await d1.batch(statements.map((text) => d1.prepare(text)))
  const schema = await rows("SELECT name, sql FROM sqlite_master WHERE name NOT LIKE '\\_%' ESCAPE '\\'")
  const version = await rows('SELECT * FROM latchkey_meta')
  expect(version).toEqual([{ id: 1, version: 5 }])
  await migrate(d1)
  expect(await rows("SELECT name, sql FROM sqlite_master WHERE name NOT LIKE '\\_%' ESCAPE '\\'")).toEqual(
    schema,
  )
  expect(await rows('SELECT * FROM latchkey_meta')).toEqual(version)
  expect(
    await sqlite(d1).createUser({ id: '', name: 'Ann', email: 'ann@example.com', emailVerified: null }),
  ).toMatchObject({ name: 'Ann' })
})
