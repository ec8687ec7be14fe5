import { watched } from '@latchkey/test-support/kit/adapter.ts'
import { type App, BASE, createApp, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import type { Browser } from '@latchkey/test-support/kit/browser.ts'
import { SESSION_COOKIE } from '@latchkey/test-support/kit/database.ts'
import { moveTo, signedIn } from '@latchkey/test-support/kit/session.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import { type Adapter, Auth, type AuthConfig, createAuth, memoryStore, raw, type Store } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { describe, expect, it } from 'vitest'

interface Setup {
  readonly app: App
  readonly browser: Browser
  readonly stop: () => void
  readonly start: () => void
}

const refused = (): Error => Object.assign(new Error('connect to 10.0.0.9'), { code: 'ECONNREFUSED' })

/** A browser in which Ann is signed in, and a switch for what knows her session. */
async function setUp(strategy: 'jwt' | 'database'): Promise<Setup> {
  let isDown = false
  const fail = (): void => {
    if (isDown) throw refused()
  }
  const database = memory()
  await database.createUser({ id: 'ann', name: 'Ann', email: 'ann@example.com', emailVerified: null })
  const adapter: Adapter = strategy === 'database' ? watched(database, fail) : database
  const store: Store = strategy === 'jwt' ? watched(memoryStore(), fail) : memoryStore()
  const app = createApp({ adapter, store, session: { strategy } })
  const set = (value: boolean) => (): void => {
    isDown = value
  }
  return { app, browser: await signedIn(app), stop: set(true), start: set(false) }
}

const toCaller = (browser: Browser): { headers: Headers } => ({
  headers: new Headers({ host: 'app.test', cookie: browser.cookiesFor(ORIGIN) }),
})

const expired = expect.objectContaining({ name: SESSION_COOKIE, value: '' })

describe.each(['jwt', 'database'] as const)(
  'a sign-out while the session storage is unavailable (%s)',
  (strategy) => {
    // proves DB-9
    it('clears the cookie, and the page says that copies may stay valid', async () => {
      const { app, browser, stop, start } = await setUp(strategy)
      const thief = moveTo(app, browser)
      stop()
      const response = await browser.post(`${BASE}/signout`)
      const html = await response.text()
      expect(response.status).toBe(503)
      expect(html).toContain('Signed out in this browser')
      expect(html).toContain('may stay signed in until it expires')
      expect(html).not.toContain('10.0.0.9')
      expect(html).toContain(`href="${BASE}/signin"`)
      expect(browser.cookies(ORIGIN).map(({ name }) => name)).not.toContain(SESSION_COOKIE)
      expect(app.errors).toEqual(['SignOutError'])
      start()
      expect(await readSession(browser)).toBeNull()
      // What the page says is true.
      expect(await readSession(thief)).not.toBeNull()
    })

    // proves DB-9
    it('sends JSON to a script, with a URL that shows the same', async () => {
      const { browser, stop } = await setUp(strategy)
      stop()
      const response = await browser.post(`${BASE}/signout`, {}, { 'x-auth-return-redirect': '1' })
      const body = (await response.json()) as { error: string; url: string; reference: string }
      expect(response.status).toBe(503)
      expect(body).toMatchObject({ error: 'SignOutError', reference: expect.stringMatching(/^[0-9a-f]{8}$/) })
      expect(body.url).toBe(`${BASE}/error?error=SignOutError&reference=${body.reference}`)
      const page = await browser.get(body.url)
      expect(page.status).toBe(503)
      expect(await page.text()).toContain('Signed out in this browser')
    })

    // proves DB-9
    it('leads server code to that page, with the cookie to clear', async () => {
      const { app, browser, stop } = await setUp(strategy)
      stop()
      const outcome = await createAuth(app.config).signOut(toCaller(browser), '/bye')
      expect(outcome.url).toMatch(/\/auth\/error\?error=SignOutError&reference=/)
      expect(outcome.cookies).toContainEqual(expired)
      expect(app.errors).toEqual(['SignOutError'])
    })

    // proves DB-9
    it('returns the cookie to clear as plain data with `raw`', async () => {
      const { app, browser, stop } = await setUp(strategy)
      stop()
      const headers = { cookie: browser.cookiesFor(ORIGIN), origin: ORIGIN, 'sec-fetch-site': 'same-origin' }
      const request = new Request(`${BASE}/signout`, { method: 'POST', headers })
      const config: AuthConfig & { raw: typeof raw } = { ...app.config, raw }
      const result = await Auth(request, config)
      expect(result).toMatchObject({ status: 503, cookies: expect.arrayContaining([expired]) })
    })

    // proves DB-9
    it('succeeds if there is no session', async () => {
      const { browser, stop } = await setUp(strategy)
      await browser.post(`${BASE}/signout`)
      stop()
      expect((await browser.post(`${BASE}/signout`)).status).toBe(302)
    })
  },
)

// proves DB-9
it('a sign-out succeeds if the adapter only throws because the session no longer exists', async () => {
  const database = memory()
  await database.createUser({ id: 'ann', name: 'Ann', email: 'ann@example.com', emailVerified: null })
  const app = createApp({
    adapter: {
      ...database,
      async deleteSession(token): Promise<void> {
        if (!(await database.getSessionAndUser(token))) throw new Error('no record was found')
        await database.deleteSession(token)
      },
    },
  })
  const browser = await signedIn(app)
  const other = moveTo(app, browser)
  expect((await browser.post(`${BASE}/signout`)).status).toBe(302)
  expect((await other.post(`${BASE}/signout`)).status).toBe(302)
  expect(app.errors).toEqual([])
})
