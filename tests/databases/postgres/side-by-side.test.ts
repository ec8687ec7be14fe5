import { KyselyAdapter } from '@auth/kysely-adapter'
import PgAdapter from '@auth/pg-adapter'
import { createApp, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import {
  ANN,
  approved,
  browsersAt,
  readSessions,
  twoProcesses,
} from '@latchkey/test-support/kit/two-processes.ts'
import { type PostgresServer, startPostgres } from '@latchkey/test-support/servers/postgres.ts'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Kysely, PostgresDialect } from 'kysely'
import type { AdapterAccount } from 'latchkey'
import postgres, { type SqlAdapter, type SqlTablePreset, tablePresets } from 'latchkey/adapters/postgres'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadDrizzleAdapter } from '../matrix/drizzle-adapter.ts'
import {
  DRIZZLE_TABLES,
  KYSELY_CONSTRAINTS,
  KYSELY_TABLES,
  PG_CONSTRAINTS,
  PG_TABLES,
  PRISMA_TABLES,
} from './authjs-tables.ts'

const EXPIRES = new Date('2037-11-20T12:00:00.123Z')
const VERIFIED = new Date('2026-03-29T01:30:00.456Z')

/** The published adapters, over the tables that they document. */
const PUBLISHED: Record<string, { statements: readonly string[]; create: (pool: pg.Pool) => unknown }> = {
  'auth.js/pg': { statements: [...PG_TABLES, ...PG_CONSTRAINTS], create: (pool) => PgAdapter(pool) },
  'auth.js/drizzle': {
    statements: DRIZZLE_TABLES,
    create: async (pool) => (await loadDrizzleAdapter()).DrizzleAdapter(drizzle(pool)),
  },
  'auth.js/kysely': {
    statements: [...KYSELY_TABLES, ...KYSELY_CONSTRAINTS],
    // biome-ignore lint/suspicious/noExplicitAny: the adapter exports no type for its parameter
    create: (pool) => KyselyAdapter(new Kysely<any>({ dialect: new PostgresDialect({ pool }) })),
  },
}

let server: PostgresServer
const pools: pg.Pool[] = []
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(async () => {
  for (const pool of pools) await pool.end()
  await server?.stop()
})

async function createPool(preset: string, statements: readonly string[]): Promise<pg.Pool> {
  const name = `side_${preset.replaceAll(/\W/g, '_')}_${pools.length}`
  const connectionString = await server.createDatabase(name, statements)
  await server.run(`ALTER DATABASE "${name}" SET timezone = 'America/St_Johns'`)
  const pool = new pg.Pool({ connectionString })
  pools.push(pool)
  return pool
}

// proves DB-26
describe.each(Object.entries(PUBLISHED))('over the tables of %s', (tables, { statements, create }) => {
  let published: SqlAdapter
  let latchkey: SqlAdapter
  let pool: pg.Pool
  beforeAll(async () => {
    pool = await createPool(tables, statements)
    published = (await create(pool)) as SqlAdapter
    latchkey = postgres(pool, { tables: tables as SqlTablePreset })
  })

  it('Latchkey reads what the adapter of Auth.js wrote', () => shares(published, latchkey))
  it('the adapter of Auth.js reads what Latchkey wrote', () => shares(latchkey, published))

  it('a session of Auth.js, whose token is plaintext, keeps its user signed in', async () => {
    const user = await published.createUser(newUser())
    const sessionToken = crypto.randomUUID()
    await published.createSession({ sessionToken, userId: user.id, expires: EXPIRES })
    const app = createApp({ adapter: latchkey, cookiePrefix: 'authjs', session: { hashToken: false } })
    const browser = new Browser(app)
    browser.plant(ORIGIN, '__Secure-authjs.session-token', sessionToken)
    expect(await readSession(browser)).toMatchObject({ user: { email: user.email } })
  })

  it('an id that is invalid for the column is not found', async () => {
    const { id } = await latchkey.createUser(newUser())
    expect(typeof id).toBe('string')
    const similar = ['abc', '', ` ${id}`, `0${id}`, '99999999999999999999', 'a\0b', id.toUpperCase()]
    for (const other of similar.filter((each) => each !== id)) {
      expect(await latchkey.getUser(other)).toBeNull()
      if (tables === 'auth.js/pg' && other.includes(id)) continue
      expect(await latchkey.listAuthenticatorsByUserId(other)).toEqual([])
    }
    for (const method of ['deleteSessionsByUserId', 'deleteAccountsByUserId', 'deleteUser'] as const)
      await latchkey[method]('abc')
    await expect(latchkey.updateUser({ id: 'abc', name: 'Eve' })).rejects.toThrow()
    expect(await latchkey.getUser(id)).toMatchObject({ id })
  })

  it('additional columns are read and written if they are named', async () => {
    const { users } = tablePresets[tables as SqlTablePreset]
    await pool.query(`ALTER TABLE "${users.name}" ADD COLUMN "user_role" text, ADD COLUMN "logins" integer`)
    const adapter = postgres(pool, {
      tables: {
        ...tablePresets[tables as SqlTablePreset],
        users: { ...users, columns: { role: 'user_role' }, extraColumns: ['role', 'logins'] },
      },
    })
    const { id } = await adapter.createUser({ ...newUser(), role: 'admin', logins: 3 } as never)
    expect(await adapter.getUser(id)).toMatchObject({ role: 'admin', logins: 3 })
    expect(await adapter.updateUser({ id, role: 'guest' } as never)).toMatchObject({
      role: 'guest',
      logins: 3,
    })
  })
})

// proves DB-26
describe('over the tables of auth.js/prisma', () => {
  it('Latchkey reads what Prisma wrote, and sets the columns that Prisma sets', async () => {
    const pool = await createPool('auth.js/prisma', PRISMA_TABLES)
    const adapter = postgres(pool, { tables: 'auth.js/prisma' })
    await pool.query(
      `INSERT INTO "User" (id, email, "emailVerified", "updatedAt")
      VALUES ('cuid', 'ann@example.com', '2026-03-29 01:30:00.456', '2026-01-01')`,
    )
    await pool.query(
      `INSERT INTO "Session" ("sessionToken", "userId", expires, "updatedAt")
      VALUES ('token', 'cuid', '2037-11-20 12:00:00.123', '2026-01-01')`,
    )
    expect(await adapter.getSessionAndUser('token')).toEqual({
      session: { sessionToken: 'token', userId: 'cuid', expires: EXPIRES },
      user: { id: 'cuid', name: null, email: 'ann@example.com', emailVerified: VERIFIED, image: null },
    })
    await adapter.updateUser({ id: 'cuid', name: 'Ann' })
    await adapter.updateSession({ sessionToken: 'token', expires: VERIFIED })
    await adapter.linkAccount({ provider: 'p', providerAccountId: '1', type: 'oauth', userId: 'cuid' })
    for (const table of ['User', 'Session', 'Account']) {
      const { rows } = await pool.query(
        `SELECT abs(extract(epoch FROM "updatedAt" - now() AT TIME ZONE 'UTC')) < 60 AS now FROM "${table}"`,
      )
      expect({ table, rows }).toEqual({ table, rows: [{ now: true }] })
    }
    const { rows } = await pool.query('SELECT expires::text FROM "Session"')
    expect(rows).toEqual([{ expires: '2026-03-29 01:30:00.456' }])
  })
})

// proves DB-3, DB-4
it('twenty first sign-ins of one account create one user in tables without constraints', async () => {
  // An insertion takes so long that the others begin meanwhile.
  const slow = [
    `CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql
      AS 'BEGIN PERFORM pg_sleep(0.1); RETURN NEW; END'`,
    'CREATE TRIGGER slow BEFORE INSERT ON users FOR EACH ROW EXECUTE FUNCTION slow()',
  ]
  const pool = await createPool('auth.js/pg', [...PG_TABLES, ...slow])
  const setup = twoProcesses(postgres(pool, { tables: 'auth.js/pg' }))
  const browsers = browsersAt(setup, 20)
  const complete = await Promise.all(browsers.map((browser) => approved(setup, browser)))
  await Promise.all(complete.map((request) => request()))
  const { rows } = await pool.query(
    'SELECT email, (SELECT count(*)::integer FROM accounts) AS accounts FROM users',
  )
  expect(rows).toEqual([{ email: ANN.email, accounts: 1 }])
  expect(await readSessions(browsers)).toHaveLength(20)
})

function newUser(): Parameters<SqlAdapter['createUser']>[0] {
  const id = crypto.randomUUID()
  return {
    id,
    name: 'Ann',
    email: `${id}@example.com`,
    emailVerified: VERIFIED,
    image: 'https://example.com/a',
  }
}

/** One adapter writes, the other one reads. Some return numbers as ids. */
async function shares(writer: SqlAdapter, reader: SqlAdapter): Promise<void> {
  const { id: _, ...fields } = newUser()
  const user = await writer.createUser({ ...fields, id: crypto.randomUUID() })
  const account: AdapterAccount = {
    provider: 'example',
    providerAccountId: crypto.randomUUID(),
    type: 'oidc',
    userId: user.id,
    access_token: 'access',
    expires_at: 1_900_000_000,
  }
  await writer.linkAccount(account)
  const { provider, providerAccountId } = account
  const found = await reader.getUserByAccount({ provider, providerAccountId })
  expect(found).toMatchObject({ ...fields, emailVerified: VERIFIED })
  expect(String(found?.id)).toBe(String(user.id))
  expect(await reader.getUserByEmail(fields.email)).toMatchObject(fields)

  const sessionToken = crypto.randomUUID()
  await writer.createSession({ sessionToken, userId: user.id, expires: EXPIRES })
  expect(await reader.getSessionAndUser(sessionToken)).toMatchObject({
    session: { sessionToken, expires: EXPIRES },
    user: fields,
  })
  await reader.updateSession({ sessionToken, expires: VERIFIED })
  expect((await writer.getSessionAndUser(sessionToken))?.session.expires).toEqual(VERIFIED)
  await reader.deleteSession(sessionToken)
  expect(await writer.getSessionAndUser(sessionToken)).toBeNull()

  const token = { identifier: fields.email, token: crypto.randomUUID() }
  await writer.createVerificationToken({ ...token, expires: EXPIRES })
  expect(await reader.useVerificationToken(token)).toMatchObject({ ...token, expires: EXPIRES })
  expect(await writer.useVerificationToken(token)).toBeNull()
}
