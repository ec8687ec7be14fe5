import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { D1Adapter, type D1Database, up } from '@auth/d1-adapter'
import { KyselyAdapter } from '@auth/kysely-adapter'
import { UnstorageAdapter } from '@auth/unstorage-adapter'
import { Kysely, SqliteDialect } from 'kysely'
import type { Adapter, AuthConfig, EmailConfig } from 'latchkey'
import { createStorage } from 'unstorage'
import { describe, expect, it } from 'vitest'
import { BASE, createApp, createIdp, ORIGIN, oidcFor } from '../kit/app.ts'
import { Browser } from '../kit/browser.ts'

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

/**
 * Creates the D1 adapter with the calls of Cloudflare's D1 that it makes, as documented, over a
 * real SQLite database.
 */
async function createD1Adapter(): Promise<Adapter> {
  const inner = new DatabaseSync(':memory:')
  const prepare = (sql: string) => {
    const statement = inner.prepare(sql)
    const bound = (params: SQLInputValue[]) => ({
      run: async () => ({ success: true, meta: {}, results: statement.all(...params) }),
      first: async () => statement.get(...params) ?? null,
      bind: (...more: SQLInputValue[]) => bound(more),
    })
    return bound([])
  }
  const database = { prepare } as unknown as D1Database
  await up(database)
  return D1Adapter(database)
}

/** Creates the Kysely adapter over a real SQLite database. */
function createKyselyAdapter(): Adapter {
  const inner = new DatabaseSync(':memory:')
  inner.exec(SCHEMA)
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
  // biome-ignore lint/suspicious/noExplicitAny: the adapter exports no type for its parameter.
  return KyselyAdapter(new Kysely<any>({ dialect: new SqliteDialect({ database }) }))
}

const adapters: [string, () => Adapter | Promise<Adapter>][] = [
  ['@auth/d1-adapter', createD1Adapter],
  ['@auth/kysely-adapter', createKyselyAdapter],
  ['@auth/unstorage-adapter', () => UnstorageAdapter(createStorage())],
]

describe.each(adapters)('the published %s', (_, create) => {
  async function setting(config: Partial<AuthConfig> = {}) {
    const idp = createIdp()
    const sent: string[] = []
    const mail: EmailConfig = {
      id: 'email',
      name: 'e-mail',
      type: 'email',
      sendVerificationRequest: ({ url }) => {
        sent.push(url)
      },
    }
    const app = createApp({
      adapter: await create(),
      providers: [oidcFor(idp), oidcFor(idp, { id: 'second' }), mail],
      ...config,
    })
    return { app, idp, sent }
  }

  type Setting = Awaited<ReturnType<typeof setting>>

  async function signIn(
    { idp }: Setting,
    browser: Browser,
    provider = 'idp',
    claims?: Record<string, unknown>,
  ): Promise<Response> {
    const started = await browser.post(`${BASE}/signin/${provider}`, { callbackUrl: '/after' })
    return browser.get(idp.agree(started.headers.get('location') ?? '', claims).href)
  }

  async function session(browser: Browser): Promise<unknown> {
    return (await browser.get(`${BASE}/session`)).json()
  }

  // proves CFG-4, SES-2, SES-3, §1 b, §7.5, §7.5 a, §7.5 b
  it.each(['database', 'jwt'] as const)('stores users, accounts and %s sessions', async (strategy) => {
    const here = await setting({ session: { strategy, updateAge: 0 } })
    const browser = new Browser(here.app)
    expect((await signIn(here, browser)).headers.get('location')).toBe(`${ORIGIN}/after`)
    expect(await session(browser)).toMatchObject({ user: { name: 'Ann', email: 'ann@example.com' } })
    expect(await session(browser)).toMatchObject({ user: { name: 'Ann' } })
    await browser.post(`${BASE}/signout`)
    expect(await session(browser)).toBeNull()
    await signIn(here, browser)
    expect(await session(browser)).toMatchObject({ user: { name: 'Ann' } })
    expect(here.app.errors).toEqual([])
  })

  // proves §1 b, §7.5, §11.2 7, §11.2 8
  it('links an account to the signed-in user, but not by e-mail address alone', async () => {
    const here = await setting()
    const browser = new Browser(here.app)
    await signIn(here, browser)
    await signIn(here, browser, 'second', { sub: 'other', email: 'other@example.com', name: 'Other' })
    expect(await session(browser)).toMatchObject({ user: { email: 'ann@example.com' } })
    const anonymous = new Browser(here.app)
    await signIn(here, anonymous, 'second', { sub: 'other', email: 'other@example.com', name: 'Other' })
    expect(await session(anonymous)).toMatchObject({ user: { email: 'ann@example.com' } })
    const sameEmail = await signIn(here, new Browser(here.app), 'second', {
      sub: 'third',
      email: 'ann@example.com',
      name: 'Ann',
    })
    expect(sameEmail.headers.get('location')).toBe(`${BASE}/signin?error=OAuthAccountNotLinked`)
  })

  // proves §1 b, §7.5, §12.1 c
  it('stores a sign-in link that works once', async () => {
    const here = await setting()
    const browser = new Browser(here.app)
    await browser.post(`${BASE}/signin/email`, { email: 'bob@example.com', callbackUrl: '/after' })
    const [link = ''] = here.sent
    expect((await browser.get(link)).headers.get('location')).toBe(`${ORIGIN}/after`)
    expect(await session(browser)).toMatchObject({ user: { email: 'bob@example.com' } })
    const again = await browser.post(`${BASE}/callback/email`, Object.fromEntries(new URL(link).searchParams))
    expect(again.headers.get('location')).toBe(`${BASE}/error?error=Verification`)
  })
})
