import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Guide, openGuide } from '@latchkey/test-support/applications/guide.ts'
import { startMariadb } from '@latchkey/test-support/servers/mariadb.ts'
import { startPostgres } from '@latchkey/test-support/servers/postgres.ts'
import { betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import type { Store } from 'latchkey'
import type { SqlAdapter } from 'latchkey/adapters/mysql'
import mysql from 'latchkey/adapters/mysql'
import postgres from 'latchkey/adapters/postgres'
import { createPool } from 'mysql2/promise'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Application, createApplication } from '../migrate/command.ts'
import { PG_TABLES } from '../postgres/authjs-tables.ts'

const PASSWORD = 'correct horse battery staple'
const SECRET = 'the secret of better-auth in this test'
// A TIMESTAMP of MariaDB ends in 2038.
const EXPIRES = new Date('2036-01-01T00:00:00Z')

type Row = Readonly<Record<string, unknown>>

/** A database with the tables of Latchkey and of the library that the application moves from. */
interface OpenDatabase {
  readonly url: string
  readonly adapter: SqlAdapter
  /** The option `database` of better-auth. */
  readonly pool: unknown
  /** Runs statements, separated by semicolons. Returns the rows of the last one. */
  run(statements: string): Promise<Row[]>
  rows(query: string): Promise<Row[]>
  close(): Promise<void>
}

interface DatabaseServer {
  readonly name: 'postgres' | 'mysql'
  open(): Promise<OpenDatabase>
  stop(): Promise<void>
}

async function startPostgresServer(): Promise<DatabaseServer> {
  const server = await startPostgres()
  let databases = 0
  return {
    name: 'postgres',
    stop: server.stop,
    async open() {
      const url = await server.createDatabase(`guide_${++databases}`)
      const pool = new pg.Pool({ connectionString: url })
      return {
        url,
        adapter: postgres(pool),
        pool,
        run: async (statements) => {
          // Of several statements, `pg` returns a list.
          const results = [await pool.query(statements)].flat() as pg.QueryResult[]
          return results.at(-1)?.rows ?? []
        },
        rows: async (query) => (await pool.query(query)).rows,
        close: () => pool.end(),
      }
    },
  }
}

async function startMariadbServer(): Promise<DatabaseServer> {
  const server = await startMariadb()
  return {
    name: 'mysql',
    stop: server.stop,
    async open() {
      const url = `mysql://${server.user}@${server.host}:${server.port}/${await server.createDatabase()}`
      const pool = createPool({ uri: url, multipleStatements: true, timezone: 'Z' })
      return {
        url,
        adapter: mysql(pool),
        pool,
        run: async (statements) => ((await pool.query(statements))[0] as unknown[]).at(-1) as Row[],
        rows: async (query) => (await pool.query(query))[0] as Row[],
        close: () => pool.end(),
      }
    },
  }
}

/** The names of Lucia's tables and columns are the same everywhere, their types are not. */
const LUCIA_TABLES = {
  postgres: `
    CREATE TABLE "user" (id text PRIMARY KEY, email text UNIQUE, email_verified boolean, password_hash text);
    CREATE TABLE session (
      id text PRIMARY KEY, expires_at timestamptz NOT NULL, user_id text NOT NULL REFERENCES "user" (id));
    CREATE TABLE oauth_account (
      provider_id text, provider_user_id text, user_id text NOT NULL REFERENCES "user" (id),
      PRIMARY KEY (provider_id, provider_user_id));`,
  mysql: `
    CREATE TABLE user (
      id VARCHAR(255) PRIMARY KEY, email VARCHAR(255) UNIQUE, email_verified BOOLEAN,
      password_hash VARCHAR(255));
    CREATE TABLE session (
      id VARCHAR(255) PRIMARY KEY, expires_at DATETIME NOT NULL, user_id VARCHAR(255) NOT NULL,
      FOREIGN KEY (user_id) REFERENCES user (id));
    CREATE TABLE oauth_account (
      provider_id VARCHAR(255), provider_user_id VARCHAR(255), user_id VARCHAR(255) NOT NULL,
      PRIMARY KEY (provider_id, provider_user_id), FOREIGN KEY (user_id) REFERENCES user (id));`,
}

const TABLES = ['users', 'accounts', 'sessions']

describe.each([
  { server: 'PostgreSQL', start: startPostgresServer, driver: 'pg' },
  { server: 'MariaDB', start: startMariadbServer, driver: 'mysql2' },
])('the SQL of the migration guides on $server', ({ start, driver }) => {
  let server: DatabaseServer
  let application: Application
  let db: OpenDatabase
  let guide: Guide

  beforeAll(async () => {
    server = await start()
    application = createApplication(driver)
  })
  afterAll(async () => {
    await server?.stop()
    application?.remove()
  })

  async function open(name: string): Promise<Guide> {
    db = await server.open()
    guide = openGuide(name, import.meta.dirname)
    return guide
  }

  afterEach(async () => {
    await db?.close()
    guide?.remove()
  })

  const createTables = async (): Promise<void> =>
    expect(await application.latchkey(['migrate', '--apply', '--url', db.url])).toMatchObject({ code: 0 })

  const readTables = (tables: readonly string[]): Promise<Row[][]> =>
    Promise.all(tables.map((table) => db.rows(`SELECT * FROM ${table} ORDER BY 1, 2`)))

  // proves VER-1
  it('copies the data of Lucia, and only once', async () => {
    const page = await open('lucia')
    const user = server.name === 'postgres' ? '"user"' : 'user'
    await db.run(LUCIA_TABLES[server.name])
    await db.run(`
      INSERT INTO ${user} VALUES ('ann', 'Ann@Example.com', true, 'hash'), ('ben', NULL, false, NULL);
      INSERT INTO oauth_account VALUES ('github', '583231', 'ann'), ('google', '1097', 'ben');
      INSERT INTO session VALUES ('valid', '2036-01-01 00:00:00', 'ann'), ('old', '2001-01-01', 'ann');`)
    await createTables()
    const copy = page.read(`copy-lucia.${server.name}.sql`)
    expect(countsIn(await db.run(copy))).toEqual({ users: 2, accounts: 2, sessions: 1 })
    const before = await readTables(TABLES)
    expect(before.map(({ length }) => length)).toEqual([2, 2, 1])
    await db.run(copy)
    expect(await readTables(TABLES)).toEqual(before)

    const { adapter } = db
    expect(await adapter.getUserByEmail('ann@example.com')).toMatchObject({
      id: 'ann',
      emailVerified: expect.any(Date),
    })
    expect(await adapter.getUser('ben')).toMatchObject({ email: null, emailVerified: null })
    expect(await adapter.getAccount('583231', 'github')).toMatchObject({ userId: 'ann', type: 'oauth' })
    expect(await adapter.getAccount('1097', 'google')).toMatchObject({ userId: 'ben', type: 'oidc' })
    expect(await adapter.getSessionAndUser(sha256('valid'))).toMatchObject({
      user: { id: 'ann' },
      session: { expires: EXPIRES },
    })
  })

  // proves VER-1
  it('copies the data of better-auth, and only once', async () => {
    const page = await open('better-auth')
    const old = betterAuth({
      database: db.pool as never,
      secret: SECRET,
      baseURL: 'https://app.test',
      emailAndPassword: { enabled: true },
      telemetry: { enabled: false },
    })
    await (await getMigrations(old.options)).runMigrations()
    const body = { name: 'Ann', email: 'Ann@Example.com', password: PASSWORD }
    const response = await old.api.signUpEmail({ body, asResponse: true })
    const { user } = (await response.json()) as { user: { id: string } }
    const [, cookie = ''] = /session_token=([^;]+)/.exec(response.headers.getSetCookie().join()) ?? []
    await (await old.$context).internalAdapter.createAccount({
      userId: user.id,
      providerId: 'google',
      accountId: '1097',
      refreshToken: 'the refresh token',
      accessTokenExpiresAt: EXPIRES,
      scope: 'openid,email',
    })
    await createTables()
    const copy = page.read(`copy-better-auth.${server.name}.sql`)
    const withSessions = async (): Promise<void> => {
      expect(countsIn(await db.run(copy))).toEqual({ users: 1, accounts: 1 })
      if (server.name === 'mysql') return
      const env = { DATABASE_URL: db.url, BETTER_AUTH_SECRET: SECRET }
      expect(await page.run('copy-sessions.ts', env)).toBe('sessions 1\n')
    }
    await withSessions()
    const before = await readTables(TABLES)
    expect(before.map(({ length }) => length)).toEqual([1, 1, server.name === 'postgres' ? 1 : 0])
    await withSessions()
    expect(await readTables(TABLES)).toEqual(before)

    const { adapter } = db
    expect(await adapter.getUserByEmail('ann@example.com')).toMatchObject({
      id: user.id,
      name: 'Ann',
      emailVerified: null,
    })
    expect(await adapter.getAccount('1097', 'google')).toMatchObject({
      userId: user.id,
      type: 'oidc',
      refresh_token: 'the refresh token',
      expires_at: EXPIRES.getTime() / 1000,
      scope: 'openid email',
    })
    if (server.name === 'postgres')
      expect(await adapter.getSessionAndUser(sha256(decodeURIComponent(cookie)))).toMatchObject({
        user: { id: user.id },
      })
  })
})

// proves VER-1
it('keeps the tables of Latchkey in a schema of PostgreSQL beside tables with the same names', async () => {
  const server = await startPostgres()
  const application = createApplication('pg')
  const page = openGuide('../databases/postgresql', import.meta.dirname)
  const old = new pg.Pool({ connectionString: server.url() })
  onTestFinished(async () => {
    vi.unstubAllEnvs()
    await old.end()
    page.remove()
    application.remove()
    await server.stop()
  })
  await old.query('CREATE TABLE users (id int); CREATE TABLE sessions (id int); CREATE SCHEMA auth')
  const url = `${server.url()}?schema=auth`
  expect(await application.latchkey(['migrate', '--apply', '--url', url])).toMatchObject({ code: 0 })
  expect(await application.latchkey(['migrate', '--check', '--url', url])).toMatchObject({ code: 0 })
  vi.stubEnv('DATABASE_URL', server.url())
  const { adapter, store, pool } = await page.import<{
    adapter: SqlAdapter
    store: Store
    pool: pg.Pool
  }>('database-in-a-schema.ts')
  await store.set('key', 'value', 60)
  const { id } = await adapter.createUser({ id: '', email: 'ann@example.com', emailVerified: null })
  const expires = new Date('2001-01-01T00:00:00Z')
  await adapter.createSession({ sessionToken: 'token', userId: id, expires })
  expect(await adapter.getUserByEmail('ann@example.com')).toMatchObject({ id })
  expect(await store.get('key')).toBe('value')
  await pool.end()
  expect(await application.latchkey(['clean', '--url', url])).toMatchObject({ code: 0 })
  const count = `SELECT (SELECT count(*) FROM auth.users) AS users,
    (SELECT count(*) FROM auth.sessions) AS sessions, (SELECT count(*) FROM public.users) AS others`
  expect((await old.query(count)).rows).toEqual([{ users: '1', sessions: '0', others: '0' }])
})

// proves VER-1
it('sets the date only for users who have no other accounts than those of the named providers', async () => {
  const server = await startPostgres()
  onTestFinished(() => server.stop())
  const page = readFileSync(join(import.meta.dirname, '../../../docs/databases/existing-tables.md'), 'utf8')
  const [, statement = ''] = /```sql\n(-- PostgreSQL, .*?)```/s.exec(page) ?? []
  const url = await server.createDatabase('existing', PG_TABLES)
  const pool = new pg.Pool({ connectionString: url })
  onTestFinished(() => pool.end())
  const users = [
    [1, 'ann@example.com', 'google'],
    [2, 'ben@example.com', 'github'],
    [3, null, 'google'],
    [4, 'dan@example.com', 'google', 'github'],
    [5, 'eve@example.com'],
  ] as const
  for (const [id, email, ...providers] of users) {
    await pool.query('INSERT INTO users (id, email) VALUES ($1, $2)', [id, email])
    for (const provider of providers)
      await pool.query(
        `INSERT INTO accounts ("userId", type, provider, "providerAccountId") VALUES ($1, 'oauth', $2, $3)`,
        [id, provider, `account ${id}`],
      )
  }
  await pool.query(statement)
  const { rows } = await pool.query('SELECT id FROM users WHERE "emailVerified" IS NOT NULL')
  expect(rows).toEqual([{ id: 1 }])
})

/** Returns the numbers of rows that a guide prints. */
function countsIn(rows: readonly Row[]): Record<string, number> {
  return Object.fromEntries(rows.map(({ name, count }) => [name, Number(count)]))
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
