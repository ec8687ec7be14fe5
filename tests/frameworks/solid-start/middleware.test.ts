import { openRaw, pathsWith, spellings } from '@latchkey/test-support/kit/spellings.ts'
import { describe, expect, it } from 'vitest'
import { ann, anonymous, open, readSession, shownBy, site } from './visitor.ts'

const SIGN_IN = `${site}/api/auth/signin?callbackUrl=`

describe('a path that the middleware protects', () => {
  // proves AUTHN-16
  it('redirects signed-out visitors to the sign-in page with the callback URL', async () => {
    const response = await open(anonymous(), '/guarded/page?tab=1')
    expect({ status: response.status, location: response.headers.get('location') }).toEqual({
      status: 302,
      location: `${SIGN_IN}${encodeURIComponent(`${site}/guarded/page?tab=1`)}`,
    })
    expect(await response.text()).toBe('')
  })

  // proves AUTHN-16
  it('redirects signed-out visitors to `redirectTo`', async () => {
    const response = await anonymous().get(`${site}/guarded/page`, { 'x-redirect-to': '/' })
    expect({ status: response.status, location: response.headers.get('location') }).toEqual({
      status: 302,
      location: '/',
    })
  })

  // proves AUTHN-16
  it('is served to signed-in users and not cached', async () => {
    const response = await open(await ann(), '/guarded/page')
    expect({ status: response.status, cacheControl: response.headers.get('cache-control') }).toEqual({
      status: 200,
      cacheControl: 'private, no-store',
    })
    expect((await shownBy(response))[0]).toMatchObject({ user: { name: 'Ann' } })
  })

  // proves AUTHN-16
  it.each(['/guarded', '/guarded/', '/Guarded/page', '/GUARDED', '/%67uarded/page', '//guarded/page'])(
    'is protected in every spelling: %s',
    async (path) => {
      expect((await open(anonymous(), path)).status).toBe(302)
    },
  )

  // proves AUTHN-16
  it.each(['/hidden', '/api/hidden/secret'])(
    'stays closed to signed-out visitors in any spelling: %s',
    async (path) => {
      expect(await (await open(await ann(), path)).text()).toContain('for members only')
      const responses = await openRaw(site, spellings(path, '/api/auth/signin'))
      expect(pathsWith('for members only', responses)).toEqual([])
    },
  )

  it('includes pages below `basePath`, but no endpoint', async () => {
    const page = await open(anonymous(), '/api/auth/account')
    expect({ status: page.status, location: page.headers.get('location') }).toEqual({
      status: 302,
      location: `${SIGN_IN}${encodeURIComponent(`${site}/api/auth/account`)}`,
    })
    expect((await open(anonymous(), '/api/auth/signin')).status).toBe(200)
  })

  it.each(['/', '/guardedness', '/elsewhere/guarded', '/about/_server'])(
    'does not include %s',
    async (path) => {
      expect((await open(anonymous(), path)).status).toBe(path === '/' ? 200 : 404)
    },
  )

  it('returns 401 to scripts, and redirects forms with status 303', async () => {
    const json = await anonymous().get(`${site}/api/guarded/x`, { accept: 'application/json' })
    expect({ status: json.status, body: await json.json() }).toEqual({
      status: 401,
      body: { error: 'Please sign in.' },
    })
    const form = await anonymous().post(`${site}/api/guarded/x`, { secret: 'x' })
    expect({ status: form.status, location: form.headers.get('location') }).toEqual({
      status: 303,
      location: expect.stringContaining('/api/auth/signin'),
    })
  })

  // proves P-IN-2
  it('sends the error page with an invalid configuration, and never redirects', async () => {
    const browser = await ann()
    for (const visitor of [browser, anonymous()]) {
      const response = await open(visitor, '/guarded/page', 'broken')
      expect({
        status: response.status,
        location: response.headers.get('location'),
        cookies: response.headers.getSetCookie(),
      }).toEqual({ status: 500, location: null, cookies: [] })
      expect(await response.text()).toContain('<h1>Something went wrong</h1>')
    }
    expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
  })

  // proves P-IN-2
  it('returns an error and keeps the session if the session cannot be read', async () => {
    const browser = await ann()
    const response = await open(browser, '/guarded/page', 'down')
    expect({ status: response.status, cookies: response.headers.getSetCookie() }).toEqual({
      status: 500,
      cookies: [],
    })
    expect(await response.text()).not.toContain('database')
    expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
  })
})

describe('event.locals.session', () => {
  it('is the session or null', async () => {
    expect(await (await open(await ann(), '/api/locals')).json()).toMatchObject({
      isDefined: true,
      session: { user: { name: 'Ann' } },
    })
    expect(await (await open(anonymous(), '/api/locals')).json()).toEqual({ isDefined: true, session: null })
  })

  // proves P-IN-2
  it('is undefined if the session cannot be read or the middleware did not run', async () => {
    expect(await (await open(await ann(), '/api/locals', 'down')).json()).toEqual({
      isDefined: false,
      session: null,
    })
    const without = await (await ann()).get(`${site}/api/locals`, { 'x-no-middleware': '1' })
    expect(await without.json()).toEqual({ isDefined: false, session: null })
  })
})

describe('a session that the middleware renews', () => {
  // proves P-IN-6
  it.each(['/', '/guarded/page', '/api/plain'])(
    'is set as a cookie on the uncached response of %s',
    async (path) => {
      const response = await open(await ann(), path, 'renewing')
      expect(response.headers.getSetCookie()).toEqual([
        expect.stringMatching(/^latchkey\.session-token=[\w.-]+; Path=\/; Expires=/),
      ])
      expect(response.headers.get('cache-control')).toBe('private, no-store')
      expect((await open(await ann(), path)).headers.getSetCookie()).toEqual([])
    },
  )

  // proves P-IN-6
  it.each([
    { path: '/api/guarded/rejects', status: 418 },
    { path: '/api/guarded/fails', status: 500 },
  ])('is also set as a cookie on an error response: $status', async ({ path, status }) => {
    const response = await open(await ann(), path, 'renewing')
    expect({ status: response.status, cookies: response.headers.getSetCookie().length }).toEqual({
      status,
      cookies: 1,
    })
    expect(response.headers.get('cache-control')).toBe('private, no-store')
  })

  it("is not renewed on Latchkey's endpoints, which can end it", async () => {
    const browser = await ann()
    const response = await browser.post(`${site}/api/auth/signout`, {}, { 'x-variant': 'renewing' })
    expect(response.headers.getSetCookie()).toEqual([expect.stringContaining('latchkey.session-token=;')])
    expect(await readSession(browser)).toBeNull()
  })
})
