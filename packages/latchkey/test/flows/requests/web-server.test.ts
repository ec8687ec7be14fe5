import { BASE, createApp, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { signedIn } from '@latchkey/test-support/kit/session.ts'
import { Hono } from 'hono'
import { type AuthConfig, createAuth, type Session, writeCookies } from 'latchkey'
import { describe, expect, it } from 'vitest'

/** Renews the session with each read. */
const RENEWING = { session: { updateAge: 0 } }

async function setUp(config: Partial<AuthConfig> = {}) {
  const app = createApp(config)
  const browser = await signedIn(app)
  const headers = { cookie: browser.cookiesFor(ORIGIN), 'sec-fetch-site': 'same-origin' }
  return { app, browser, headers, auth: createAuth(app.config) }
}

describe('the functions of `createAuth` with a Request', () => {
  it('read the session, and return the cookies of a renewal', async () => {
    const { auth, headers } = await setUp(RENEWING)
    const { session, cookies } = await auth.session(new Request(`${ORIGIN}/page`, { headers }))
    expect(session).toMatchObject({ user: { name: 'Ann' } })
    expect(cookies.map(({ name }) => name)).toEqual(['__Secure-latchkey.session-token'])
    expect(await auth.session(new Request(ORIGIN))).toEqual({ session: null, cookies: [] })
  })

  it('do not renew the session for HEAD', async () => {
    const { auth, headers } = await setUp(RENEWING)
    const request = new Request(ORIGIN, { method: 'HEAD', headers })
    expect((await auth.session(request)).cookies).toEqual([])
  })

  it('use only the headers, the URL and the method', async () => {
    const { auth, headers } = await setUp()
    const request = new Request(ORIGIN, { headers })
    // Bun adds cookies of another type.
    Object.defineProperty(request, 'cookies', { value: new Map([['other', '1']]) })
    expect((await auth.session(request)).session).toMatchObject({ user: { name: 'Ann' } })
  })

  it('sign in, update and sign out', async () => {
    const { auth, headers } = await setUp()
    const request = new Request(`${ORIGIN}/form`, { method: 'POST', headers })
    const fields = { email: 'ann@example.com', password: 'right', callbackUrl: '/account' }
    const signedIn = await auth.signIn(new Request(ORIGIN, { method: 'POST' }), {
      providerId: 'credentials',
      fields,
    })
    expect(signedIn.url).toBe(`${ORIGIN}/account`)
    expect((await auth.update(request, {})).session).toMatchObject({ user: { name: 'Ann' } })
    expect((await auth.signOut(request, '/left')).url).toBe(`${ORIGIN}/left`)
    expect((await auth.session(request)).session).toBeNull()
  })

  it('return the error page for a host that is not trusted', async () => {
    const { auth, headers } = await setUp({ trustHost: false })
    expect(await auth.sessionOrErrorPage(new Request(ORIGIN, { headers }))).toBeInstanceOf(Response)
  })
})

describe('`writeCookies`', () => {
  it('adds the cookies, and prevents caches from storing the response', async () => {
    const { auth, headers } = await setUp(RENEWING)
    const { cookies } = await auth.session(new Request(ORIGIN, { headers }))
    const response = new Headers({ 'Set-Cookie': 'other=1', 'Cache-Control': 'public' })
    writeCookies(response, cookies)
    expect(response.getSetCookie()).toEqual([
      'other=1',
      expect.stringMatching(/^__Secure-latchkey\.session-token=.+; HttpOnly; Secure; SameSite=Lax$/),
    ])
    expect(response.get('cache-control')).toBe('private, no-store')
  })

  it('leaves out a renewal that would undo what the response does', async () => {
    const { auth, headers } = await setUp({
      ...RENEWING,
      callbacks: { jwt: ({ token, session }) => (session ? { ...token, name: session.name } : token) },
    })
    const request = new Request(ORIGIN, { method: 'POST', headers })
    const renewal = (await auth.session(request)).cookies
    const update = (await auth.update(request, { name: 'Bea' })).cookies
    const end = (await auth.signOut(request, '/')).cookies
    const written = (...all: (typeof renewal)[]): (string | undefined)[] => {
      const response = new Headers()
      for (const cookies of all) writeCookies(response, cookies)
      return response.getSetCookie().map((header) => header.split(/[=;]/)[1])
    }
    const [renewed, updated, ended] = [renewal, update, end].map(([cookie]) => cookie?.value)
    expect({
      before: written(update, renewal),
      after: written(renewal, update),
      together: written([...renewal, ...update]),
      signedOut: written(end, renewal),
      twice: written(renewal, renewal),
    }).toEqual({
      before: [updated],
      after: [updated],
      together: [updated],
      signedOut: [ended],
      twice: [renewed],
    })
  })

  it('keeps a cookie of the same name at another domain or path', () => {
    const response = new Headers({ 'Set-Cookie': 'a=0; Path=/' })
    const cookie = { name: 'a', value: '1', options: { path: '/' } }
    writeCookies(response, [cookie, { ...cookie, options: { path: '/', domain: 'app.test' } }])
    writeCookies(response, [{ ...cookie, value: '2' }])
    expect(response.getSetCookie()).toEqual(['a=1; Domain=app.test; Path=/', 'a=2; Path=/'])
  })

  it('changes nothing without cookies', () => {
    const response = new Headers({ 'Cache-Control': 'public' })
    writeCookies(response, [])
    expect([...response]).toEqual([['cache-control', 'public']])
  })
})

describe('an application of Hono', () => {
  function createHono(config: AuthConfig): Hono<{ Variables: { session: Session } }> {
    const auth = createAuth(config)
    const hono = new Hono<{ Variables: { session: Session } }>()
    hono.all('/auth/*', (c) => auth.handle(c.req.raw))
    hono.use('/account/*', async (c, next) => {
      const { session, cookies } = await auth.session(c.req.raw)
      if (session === null) return c.redirect('/auth/signin', 303)
      c.set('session', session)
      await next()
      c.res = new Response(c.res.body, c.res)
      writeCookies(c.res.headers, cookies)
      return undefined
    })
    hono.get('/account', (c) => c.json(c.get('session')))
    hono.post('/account', async (c) => {
      writeCookies(c.res.headers, (await auth.update(c.req.raw, { name: 'Bea' })).cookies)
      return c.body(null, 204)
    })
    hono.post('/account/switch', async (c) => {
      const fields = { email: 'bea@example.com', password: 'right' }
      writeCookies(
        c.res.headers,
        (await auth.signIn(c.req.raw, { providerId: 'credentials', fields })).cookies,
      )
      return c.body(null, 204)
    })
    return hono
  }

  it('signs in, reads and renews the session, and signs out', async () => {
    const hono = createHono(createApp(RENEWING).config)
    const browser = new Browser({ origin: ORIGIN, fetch: async (request) => hono.request(request) })
    expect((await browser.get(`${ORIGIN}/account`)).headers.get('location')).toBe('/auth/signin')
    await browser.post(`${BASE}/callback/credentials`, { email: 'ann@example.com', password: 'right' })
    const account = await browser.get(`${ORIGIN}/account`)
    expect(await account.json()).toMatchObject({ user: { name: 'Ann' } })
    expect(account.headers.getSetCookie()).toHaveLength(1)
    expect(account.headers.get('cache-control')).toBe('private, no-store')
    await browser.post(`${BASE}/signout`)
    expect((await browser.get(`${ORIGIN}/account`)).status).toBe(303)
  })

  it('keeps an update and a sign-in in a protected route while a renewal is due', async () => {
    const hono = createHono(
      createApp({
        ...RENEWING,
        callbacks: { jwt: ({ token, session }) => (session ? { ...token, name: session.name } : token) },
      }).config,
    )
    const browser = new Browser({ origin: ORIGIN, fetch: async (request) => hono.request(request) })
    const user = async (): Promise<unknown> => (await (await browser.get(`${ORIGIN}/account`)).json()).user
    await browser.post(`${BASE}/callback/credentials`, { email: 'ann@example.com', password: 'right' })
    const updated = await browser.post(`${ORIGIN}/account`)
    expect(updated.headers.getSetCookie()).toHaveLength(1)
    expect(await user()).toMatchObject({ name: 'Bea', email: 'ann@example.com' })
    await browser.post(`${ORIGIN}/account/switch`)
    expect(await user()).toMatchObject({ name: 'Ann', email: 'bea@example.com' })
  })
})
