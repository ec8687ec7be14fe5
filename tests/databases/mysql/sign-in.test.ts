import { BASE } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { type Setup, setUp, signedIn } from '@latchkey/test-support/kit/database.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import { type MariadbServer, startMariadb } from '@latchkey/test-support/servers/mariadb.ts'
import type { Adapter } from 'latchkey/adapters'
import mysql, { type MysqlOptions } from 'latchkey/adapters/mysql'
import { mysqlStore } from 'latchkey/stores/mysql'
import { createPool, type Pool } from 'mysql2/promise'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildSchema } from '../../../packages/latchkey/src/adapters/mysql/schema.ts'
import { buildStoreSchema } from '../../../packages/latchkey/src/stores/mysql/schema.ts'
import { PRISMA_TABLES } from './authjs-tables.ts'

let server: MariadbServer
beforeAll(async () => {
  server = await startMariadb({ 'default-time-zone': '-03:30' })
})
afterAll(() => server?.stop())

/** Tables, and the options for them. */
interface Tables {
  readonly statements: readonly string[]
  readonly options: MysqlOptions
}

const TABLES: Readonly<Record<string, Tables>> = {
  'the tables of Latchkey': { statements: buildSchema(), options: {} },
  "tables of Auth.js's adapter for Prisma, which ignore case": {
    statements: PRISMA_TABLES,
    options: { tables: 'auth.js/prisma' },
  },
}

/** Ids of users at a provider that most collations take for equal. */
const SIMILAR = ['aBc', 'abc', 'ábc', 'aBc ', 'aBc\t', 'aBc\0', 'aＢc']

describe.each(Object.entries(TABLES))('with %s', (_, { statements, options }) => {
  let pool: Pool
  let adapter: Adapter
  let setup: Setup
  const texts: string[] = []
  beforeAll(async () => {
    const { host, port, user, password } = server
    const database = await server.createDatabase()
    await server.run(`USE ${database}`, ...statements, ...buildStoreSchema())
    pool = createPool({ host, port, user, password, database, connectionLimit: 10 })
    adapter = mysql(counting(pool, texts), options)
  })
  afterAll(() => pool?.end())
  beforeEach(() => {
    setup = setUp({ store: mysqlStore(pool) }, adapter)
  })

  // proves DB-18
  it('never signs a user in as another one whose id or address is similar', async () => {
    const found = new Map<string, string>()
    for (const [index, sub] of SIMILAR.entries()) {
      const browser = await signedIn(setup, { sub, name: sub, email: `similar${index}@example.com` })
      const session = (await readSession(browser)) as { user: { name: string; email: string } } | null
      if (session !== null) found.set(sub, session.user.email)
    }
    // Tables that cannot store an id next to another one refuse the sign-in.
    for (const [sub, email] of found) expect(email).toBe(`similar${SIMILAR.indexOf(sub)}@example.com`)
    expect(found.get('aBc')).toBe('similar0@example.com')
    if (options.tables === undefined) expect([...found.keys()]).toEqual(SIMILAR)
    const again = await signedIn(setup, { sub: 'aBc', name: 'Other', email: 'other@example.com' })
    expect(await readSession(again)).toMatchObject({ user: { email: 'similar0@example.com' } })
  })

  // proves DB-18
  it('never opens a link to one address as the user of a similar one', async () => {
    const owner = await adapter.createUser?.({ id: 'owner', email: 'zoe@example.com', emailVerified: null })
    for (const email of ['zoé@example.com', 'zoe@éxample.com']) {
      const { browser, links } = await requestLinks(setup, email, 1)
      await browser.get(links[0] ?? BASE)
      expect((await readSession(browser)) ?? {}).not.toMatchObject({ user: { email: owner?.email } })
    }
    expect(await adapter.getUser?.('owner')).toEqual(owner)
  })

  // proves DB-18
  it('creates one user for twenty first sign-ins at the same time', async () => {
    const profile = { sub: crypto.randomUUID(), name: 'Bea', email: `${crypto.randomUUID()}@example.com` }
    const browsers = await Promise.all(Array.from({ length: 20 }, () => signedIn(setup, profile)))
    for (const browser of browsers)
      expect(await readSession(browser)).toMatchObject({ user: { email: profile.email } })
    expect(setup.events.filter(({ name }) => name === 'createUser')).toHaveLength(1)
    expect(setup.app.errors).toEqual([])
  })

  // proves DB-18
  it('signs in once when one link is opened twenty times at the same time', async () => {
    const { app, links } = await requestLinks(setup, `${crypto.randomUUID()}@example.com`, 1)
    const form = Object.fromEntries(new URL(links[0] ?? BASE).searchParams)
    const phones = Array.from({ length: 20 }, () => new Browser(app))
    await Promise.all(phones.map((phone) => phone.post(`${BASE}/callback/email`, form)))
    const sessions = await Promise.all(phones.map(readSession))
    expect(sessions.filter((found) => found !== null)).toHaveLength(1)
  })

  // proves DB-24
  it('reads a session in one statement, and renews it in two', async () => {
    const browser = await signedIn(setup, { sub: 'counted', name: 'Cleo', email: 'cleo@example.com' })
    texts.length = 0
    expect(await readSession(browser)).toMatchObject({ user: { name: 'Cleo' } })
    expect(texts).toEqual([expect.stringMatching(/^SELECT/)])
    const renewing = setUp({ session: { updateAge: 0 }, store: mysqlStore(pool) }, adapter)
    const other = await signedIn(renewing, { sub: 'counted', name: 'Cleo', email: 'cleo@example.com' })
    texts.length = 0
    expect(await readSession(other)).toMatchObject({ user: { name: 'Cleo' } })
    expect(texts).toEqual([expect.stringMatching(/^SELECT/), expect.stringMatching(/^UPDATE/)])
  })
})

/** Requests links for an address. */
async function requestLinks(
  { adapter }: Setup,
  email: string,
  count: number,
): Promise<{ app: Setup['app']; browser: Browser; links: string[] }> {
  const links: string[] = []
  const sendVerificationRequest = ({ url }: { url: string }): void => void links.push(url)
  const mail = { id: 'email', name: 'e-mail', type: 'email', sendVerificationRequest } as const
  const { app } = setUp({ providers: [mail] }, adapter)
  const browser = new Browser(app)
  for (let sent = 0; sent < count; sent++) await browser.post(`${BASE}/signin/email`, { email })
  return { app, browser, links }
}

/** Returns the pool, and notes the statements that it is asked to run. */
function counting(pool: Pool, texts: string[]): Pool {
  return new Proxy(pool, {
    get(target, name) {
      const value = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      if (name !== 'execute') return value.bind(target)
      return (query: { sql: string }, ...rest: unknown[]) => {
        texts.push(query.sql)
        return value.call(target, query, ...rest)
      }
    },
  })
}
