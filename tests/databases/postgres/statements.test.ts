import { type App, BASE, createApp, createIdp, ORIGIN, oidcFor } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import type { Idp } from '@latchkey/test-support/kit/idp.ts'
import { readSession, signInAt } from '@latchkey/test-support/kit/sign-in.ts'
import { type PostgresServer, startPostgres } from '@latchkey/test-support/servers/postgres.ts'
import type { Adapter } from 'latchkey'
import postgres, { tablePresets } from 'latchkey/adapters/postgres'
import { postgresStore } from 'latchkey/stores/postgres'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildSchema } from '../../../packages/latchkey/src/adapters/postgres/schema.ts'
import { buildStoreSchema } from '../../../packages/latchkey/src/stores/postgres/schema.ts'

const DATABASE = 'statements'

let server: PostgresServer
let pool: pg.Pool
beforeAll(async () => {
  server = await startPostgres()
  const statements = [...buildSchema(), ...buildStoreSchema(), 'CREATE EXTENSION pg_stat_statements']
  pool = new pg.Pool({ connectionString: await server.createDatabase(DATABASE, statements), max: 20 })
})
afterAll(async () => {
  await pool?.end()
  await server?.stop()
})

/** Counts the statements that the server ran. */
async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const count = async (): Promise<number> => {
    const [row] = await server.run(
      `SELECT coalesce(sum(calls), 0)::int AS calls FROM pg_stat_statements
      JOIN pg_database ON pg_database.oid = dbid
      WHERE datname = current_database() AND query NOT LIKE '%pg_stat_statements%'`,
      DATABASE,
    )
    return Number(row?.calls)
  }
  const before = await count()
  await work()
  return (await count()) - before
}

/** An application of several processes: each has a store of its own, and the same database. */
function createApps(count: number, idp: Idp, adapter: Adapter, sent: string[] = []): App[] {
  const email = {
    id: 'email',
    name: 'e-mail',
    type: 'email' as const,
    sendVerificationRequest: ({ url }: { url: string }) => void sent.push(url),
  }
  return Array.from({ length: count }, () =>
    createApp({ adapter, providers: [oidcFor(idp), email], limits: false }),
  )
}

async function countRows(table: string): Promise<number> {
  return Number((await pool.query(`SELECT count(*) FROM ${table}`)).rows[0].count)
}

describe('through the core', () => {
  // proves DB-24
  it.each([{ prepare: false }, { prepare: true }])(
    'a session read is one statement, and a renewal two (%o)',
    async (options) => {
      const idp = createIdp()
      const providers = [oidcFor(idp)]
      const adapter = postgres(pool, options)
      const app = createApp({ adapter, providers })
      const browser = new Browser(app)
      await signInAt(idp, browser, { claims: { sub: crypto.randomUUID(), name: 'Ann' } })
      expect(await countStatements(() => readSession(browser))).toBe(1)
      expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
      const renewing = new Browser(createApp({ adapter, providers, session: { updateAge: 0 } }))
      for (const { name, value } of browser.cookies(ORIGIN)) renewing.plant(ORIGIN, name, value)
      expect(await countStatements(() => readSession(renewing))).toBe(2)
    },
  )

  it('twenty simultaneous first sign-ins at four processes create one user', async () => {
    const idp = createIdp()
    const apps = createApps(4, idp, postgres(pool))
    const before = await countRows('users')
    const claims = { sub: 'parallel', name: 'Ann', email: 'parallel@example.com', email_verified: true }
    const browsers = Array.from({ length: 20 }, (_, index) => new Browser(apps[index % 4] as App))
    await Promise.all(browsers.map((browser) => signInAt(idp, browser, { claims })))
    const sessions = await Promise.all(browsers.map(readSession))
    const signedIn = expect.objectContaining({ user: expect.objectContaining({ email: claims.email }) })
    expect(sessions).toEqual(Array(20).fill(signedIn))
    expect((await countRows('users')) - before).toBe(1)
  })

  it('opening one link twenty times at four processes at the same time signs in once', async () => {
    const sent: string[] = []
    const apps = createApps(4, createIdp(), postgres(pool), sent)
    const first = new Browser(apps[0] as App)
    await first.post(`${BASE}/signin/email`, { email: 'link@example.com' })
    const browsers = Array.from({ length: 20 }, (_, index) => new Browser(apps[index % 4] as App))
    for (const browser of browsers)
      for (const { name, value } of first.cookies(ORIGIN)) browser.plant(ORIGIN, name, value)
    const before = await countRows('sessions')
    await Promise.all(browsers.map((browser) => browser.get(sent[0] ?? '')))
    const sessions = await Promise.all(browsers.map(readSession))
    expect(sessions.filter(Boolean)).toHaveLength(1)
    expect((await countRows('sessions')) - before).toBe(1)
  })

  it('a sign-out in one process ends the session in another, through the store and the database', async () => {
    const idp = createIdp()
    for (const strategy of ['database', 'jwt'] as const) {
      const [here, there] = [0, 1].map(() =>
        createApp({
          adapter: postgres(pool),
          store: postgresStore(pool),
          session: { strategy },
          providers: [oidcFor(idp)],
        }),
      ) as [App, App]
      const browser = new Browser(here)
      await signInAt(idp, browser, { claims: { sub: crypto.randomUUID(), name: 'Ann' } })
      const copy = new Browser(there)
      for (const { name, value } of browser.cookies(ORIGIN)) copy.plant(ORIGIN, name, value)
      expect(await readSession(copy)).toMatchObject({ user: { name: 'Ann' } })
      await browser.post(`${BASE}/signout`)
      expect(await readSession(copy)).toBeNull()
    }
  })
})

describe('the plan of a session read', () => {
  it.each(['latchkey', 'snake_case'] as const)('uses the key of each table (%s)', async (tables) => {
    const name = `plan_${tables}`
    const connectionString = await server.createDatabase(name, buildSchema(tablePresets[tables]))
    const { sessionToken, userId } = {
      sessionToken: 'sessionToken',
      userId: 'userId',
      ...tablePresets[tables].sessions.columns,
    } as Record<string, string>
    await server.run(
      `INSERT INTO users (id) SELECT n::text FROM generate_series(1, 5000) AS n;
      INSERT INTO sessions ("${sessionToken}", "${userId}", expires)
      SELECT md5(n::text), (n % 5000 + 1)::text, now() + interval '1 day' FROM generate_series(1, 20000) AS n;
      ANALYZE`,
      name,
    )
    const reader = new pg.Client({ connectionString })
    await reader.connect()
    const texts: string[] = []
    const query = (text: string, values?: unknown[]) => {
      texts.push(text)
      return reader.query(text, values)
    }
    const token = (await reader.query('SELECT md5($1) AS token', ['7'])).rows[0].token
    expect(await postgres({ query }, { tables }).getSessionAndUser(token)).toMatchObject({
      user: { id: '8' },
    })
    const { rows } = await reader.query(`EXPLAIN (FORMAT JSON) ${texts[0]}`, [token])
    await reader.end()
    const nodes = [...JSON.stringify(rows).matchAll(/"Node Type":"([\w ]+)"/g)].map(([, type]) => type)
    expect(nodes.toSorted()).toEqual(['Index Scan', 'Index Scan', 'Nested Loop'])
    expect(JSON.stringify(rows)).toMatch(/"Index Name":"sessions_pkey".*"Index Name":"users_pkey"/)
  })
})

describe('cleaning', () => {
  it('deletes expired sessions and links in batches, even by two processes at the same time', async () => {
    const clean = 'DELETE FROM sessions; DELETE FROM verification_tokens'
    const insert = `INSERT INTO users (id) VALUES ('cleaner') ON CONFLICT DO NOTHING;
      INSERT INTO sessions SELECT 'expired ' || n, 'cleaner', now() - interval '1 second'
      FROM generate_series(1, 2500) AS n;
      INSERT INTO sessions VALUES ('kept', 'cleaner', now() + interval '1 hour');
      INSERT INTO verification_tokens SELECT 'a@example.com', n::text, now() - interval '1 second'
      FROM generate_series(1, 10) AS n;
      INSERT INTO verification_tokens VALUES ('a@example.com', 'kept', now() + interval '1 hour')`
    await server.run(`${clean}; ${insert}`, DATABASE)
    const adapter = postgres(pool)
    expect(await adapter.clean(5)).toBe(5)
    const counts = await Promise.all([adapter.clean(), postgres(pool).clean()])
    expect(counts[0] + counts[1] + (await adapter.clean())).toBe(2505)
    expect([await countRows('sessions'), await countRows('verification_tokens')]).toEqual([1, 1])
  })
})
