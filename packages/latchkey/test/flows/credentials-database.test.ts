import { type Adapter, createAuth } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import Credentials from 'latchkey/providers/credentials'
import { describe, expect, it } from 'vitest'
import { type App, BASE, createApp } from '../kit/app.ts'
import { Browser } from '../kit/browser.ts'
import { sessionOf } from '../kit/sign-in.ts'

/** An application whose `authorize` returns the user. */
function appWith(user: unknown, adapter: Adapter): App {
  const provider = Credentials({ credentials: { name: {} }, authorize: () => user as never })
  return createApp({ providers: [provider], adapter })
}

describe('a sign-in with credentials over database sessions', () => {
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
  it('stores the session under the id as the database has it', async () => {
    const { adapter, stored } = looseAdapter({ 7: { id: 7, name: 'Ann' } })
    const app = appWith({ id: 7 }, adapter)
    const browser = new Browser(app)
    await browser.post(`${BASE}/callback/credentials`, { name: 'ann' })
    expect(stored).toEqual([7])
    expect(await sessionOf(browser)).toMatchObject({ user: { name: 'Ann' } })
  })
})
