import { type App, BASE, createApp } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { moveTo } from '@latchkey/test-support/kit/session.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import { type Account, type Adapter, createAuth } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import type { JWT } from 'latchkey/jwt'
import Credentials from 'latchkey/providers/credentials'
import { describe, expect, it } from 'vitest'

/** An application whose `authorize` returns the user. */
function appWith(user: unknown, adapter: Adapter): App {
  const provider = Credentials({ credentials: { name: {} }, authorize: () => user as never })
  return createApp({ providers: [provider], adapter })
}

describe('a credentials sign-in with database sessions', () => {
  /** A database without foreign keys, whose users have the ids that it is given. */
  function looseAdapter(users: Readonly<Record<string, unknown>>): { adapter: Adapter; stored: unknown[] } {
    const stored: unknown[] = []
    const rows = new Map<string, { sessionToken: string; userId: string; expires: Date }>()
    const adapter: Adapter = {
      ...memory(),
      getUser: async (id) => (users[id] ?? null) as never,
      createSession: async (session) => {
        stored.push(session.userId)
        rows.set(session.sessionToken, session)
        return session
      },
      getSessionAndUser: async (token) => {
        const session = rows.get(token)
        const user = session && users[session.userId]
        return session && user ? { session, user: user as never } : null
      },
    }
    return { adapter, stored }
  }

  // proves DROP-16
  it.each([
    ['whose id is not stored', { id: 'unknown', email: 'ann@example.com' }],
    ['without an id', { email: 'ann@example.com' }],
    ['whose id is stored with other letters', { id: 'ANN' }],
  ])('fails for a user %s, with the fix in the log, and sets no cookie', async (_, user) => {
    const { adapter, stored } = looseAdapter({ ann: { id: 'ann' }, ANN: { id: 'ann' } })
    const app = appWith(user, adapter)
    const browser = new Browser(app)
    const response = await browser.post(`${BASE}/callback/credentials`, { name: 'ann' })
    expect(response.headers.get('location')).toContain('/auth/error?error=Configuration&reference=')
    expect(response.headers.getSetCookie().join()).not.toContain('session-token')
    expect({ errors: app.errors, stored }).toEqual({ errors: ['AdapterError'], stored: [] })
    const error = app.log.find(({ level }) => level === 'error')?.entry
    expect(String(error)).toContain('`authorize`')
    expect(String(error)).toContain("session: { strategy: 'jwt' }")
    const signIn = createAuth(app.config).signIn(new Request(BASE), {
      providerId: 'credentials',
      fields: { name: 'ann' },
    })
    await expect(signIn).rejects.toMatchObject({ type: 'AdapterError' })
  })

  // proves DROP-16
  it('stores the session under the user id in the type of the database', async () => {
    const { adapter, stored } = looseAdapter({ 7: { id: 7, name: 'Ann' } })
    const app = appWith({ id: 7 }, adapter)
    const browser = new Browser(app)
    await browser.post(`${BASE}/callback/credentials`, { name: 'ann' })
    expect(stored).toEqual([7])
    expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
  })
})

describe('a session that the application stores itself at a password sign-in', () => {
  const USER = { id: 'ann', name: 'Ann', email: 'ann@example.com' }

  /** The two ways that are known from applications on Auth.js. */
  const WAYS = {
    'in `jwt.encode`': (store: (userId: string) => Promise<string>) => ({
      callbacks: {
        jwt: ({ token, account }: { token: JWT; account?: Account | null }) =>
          account?.type === 'credentials' ? { ...token, isPassword: true } : token,
      },
      jwt: {
        encode: async ({ token }: { token?: JWT }) =>
          token?.isPassword ? store(String(token.sub)) : 'not a session',
      },
    }),
    'in the `signIn` callback': (store: (userId: string) => Promise<string>) => {
      let cookie = ''
      return {
        callbacks: {
          async signIn({ user }: { user: { id?: string } }) {
            cookie = await store(String(user.id))
            return true
          },
        },
        jwt: { encode: () => cookie },
      }
    },
  }

  interface Setup {
    readonly app: App
    readonly rows: Map<string, { sessionToken: string; userId: string }>
    readonly signIn: () => Promise<Browser>
  }

  async function setUp(way: keyof typeof WAYS, hashToken: boolean, owner = USER.id): Promise<Setup> {
    const database = memory()
    await database.createUser({ ...USER, emailVerified: null })
    await database.createUser({ id: 'eve', email: 'eve@example.com', emailVerified: null })
    const rows: Setup['rows'] = new Map()
    const adapter: Adapter = {
      ...database,
      createSession(session) {
        rows.set(session.sessionToken, session)
        return database.createSession(session)
      },
      deleteSession(token) {
        rows.delete(token)
        return database.deleteSession(token)
      },
    }
    const store = async (): Promise<string> => {
      const sessionToken = crypto.randomUUID()
      const expires = new Date(Date.now() + 3_600_000)
      await adapter.createSession?.({ sessionToken, userId: owner, expires })
      return sessionToken
    }
    const provider = Credentials({ credentials: { name: {} }, authorize: () => USER })
    const session = { strategy: 'database', hashToken } as const
    const app = createApp({ providers: [provider], adapter, session, ...(WAYS[way](store) as object) })
    const signIn = async (): Promise<Browser> => {
      const browser = new Browser(app)
      await browser.post(`${BASE}/callback/credentials`, { name: 'ann' })
      return browser
    }
    return { app, rows, signIn }
  }

  // proves DROP-16
  it.each(Object.keys(WAYS) as (keyof typeof WAYS)[])(
    'is the only one, and ends with the sign-out: %s',
    async (way) => {
      const { app, rows, signIn } = await setUp(way, false)
      const browser = await signIn()
      expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
      expect([...rows.values()].map(({ userId }) => userId)).toEqual(['ann'])
      const copy = moveTo(app, browser)
      await browser.post(`${BASE}/callback/credentials`, { name: 'ann' })
      expect(rows.size).toBe(1)
      expect(await readSession(copy)).toBeNull()
      const last = moveTo(app, browser)
      await browser.post(`${BASE}/signout`)
      expect(rows.size).toBe(0)
      expect(await readSession(last)).toBeNull()
    },
  )

  it('is rejected, with the fix in the log, if the database stores hashes', async () => {
    const { app, rows, signIn } = await setUp('in `jwt.encode`', true)
    expect(await readSession(await signIn())).toBeNull()
    expect(rows.size).toBe(0)
    expect(String(app.log.find(({ level }) => level === 'error')?.entry)).toContain('hashToken: false')
  })

  it('does not count if it belongs to another user', async () => {
    const { signIn } = await setUp('in the `signIn` callback', false, 'eve')
    expect(await readSession(await signIn())).toMatchObject({ user: { name: 'Ann' } })
  })

  it('is not expected from a custom `jwt.encode` that stores none', async () => {
    const { app, rows } = await setUp('in `jwt.encode`', true)
    const config = { ...app.config, jwt: { encode: () => 'not a session' } }
    const browser = new Browser(createApp(config))
    await browser.post(`${BASE}/callback/credentials`, { name: 'ann' })
    expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
    expect(rows.size).toBe(1)
  })
})
