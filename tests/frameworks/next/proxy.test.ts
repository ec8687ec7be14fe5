import { openRaw, pathsWith, spellings } from '@latchkey/test-support/kit/spellings.ts'
import { describe, expect, it } from 'vitest'
import { ann, anonymous, open, readSession, shownBy, site } from './visitor.ts'

const SIGN_IN = `/api/auth/signin?callbackUrl=${encodeURIComponent(`${site}/guarded/`)}`

describe('auth as the proxy', () => {
  // proves ST-8, CB-21
  it('continues if `authorized` returns true', async () => {
    const response = await open(anonymous(), '/guarded/yes')
    expect(response.status).toBe(200)
    expect(await shownBy(response)).toEqual([null])
  })

  // proves ST-9, CB-21, A-17
  it.each(['no', 'nothing'])(
    'redirects to the sign-in page if `authorized` returns false or undefined: /guarded/%s',
    async (page) => {
      const response = await open(await ann(), `/guarded/${page}`)
      expect(response.status).toBe(307)
      expect(response.headers.get('location')).toBe(SIGN_IN + page)
    },
  )

  // proves ST-10, ERR-15, CB-21
  it('sends the response that `authorized` returns: a redirect or JSON', async () => {
    const redirect = await open(anonymous(), '/guarded/elsewhere')
    expect({ status: redirect.status, location: redirect.headers.get('location') }).toEqual({
      status: 303,
      location: '/elsewhere',
    })
    const json = await open(anonymous(), '/guarded/json')
    expect({ status: json.status, body: await json.json() }).toEqual({
      status: 401,
      body: { error: 'Sign in first.' },
    })
  })

  // proves CB-20, CB-22, AUTHN-10, A-17
  it('passes `authorized` the session and the request', async () => {
    expect((await open(anonymous(), '/guarded/member')).headers.get('location')).toBe(`${SIGN_IN}member`)
    const [session] = await shownBy(await open(await ann(), '/guarded/member'))
    expect(session).toMatchObject({ user: { name: 'Ann' } })
  })

  // proves ST-9
  it('redirects a POST request with status 303, so that the form is not sent again', async () => {
    const body = new URLSearchParams({ secret: 'x' })
    const response = await anonymous().send(`${site}/guarded/member`, { method: 'POST', body })
    expect({ status: response.status, location: response.headers.get('location') }).toEqual({
      status: 303,
      location: `${SIGN_IN}member`,
    })
  })

  // proves P-IN-3
  it('protects the data of a page that a script requests', async () => {
    const response = await anonymous().get(`${site}/guarded/member?_rsc=1`, { rsc: '1' })
    expect(response.status).toBe(307)
  })

  // proves AUTHN-14
  it('stays closed to signed-out visitors in any spelling', async () => {
    const path = '/hidden/page'
    expect(await (await open(await ann(), path, 'members')).text()).toContain('for members only')
    const data = ['/hidden/page.rsc', '/hidden/page.txt', '/_next/data/x/hidden/page.json']
    const paths = [...spellings(path, '/api/auth/signin'), ...data]
    const nested = 'proxy:proxy:proxy:proxy:proxy'
    for (const [name, value] of Object.entries({
      accept: '*/*',
      rsc: '1',
      'x-middleware-subrequest': nested,
    })) {
      const responses = await openRaw(site, paths, { 'x-variant': 'members', [name]: value })
      expect(pathsWith('for members only', responses)).toEqual([])
    }
  })

  // proves P-IN-2
  it.each(['/guarded/yes', '/guarded/member', '/wrapped/page'])(
    'sends the error page instead of %s with an invalid configuration, and never redirects',
    async (path) => {
      const browser = await ann()
      for (const visitor of [browser, anonymous()]) {
        const response = await open(visitor, path, 'broken')
        expect({
          status: response.status,
          location: response.headers.get('location'),
          cookies: response.headers.getSetCookie(),
        }).toEqual({ status: 500, location: null, cookies: [] })
        expect(await response.text()).toContain('<h1>Something went wrong</h1>')
      }
      expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
    },
  )

  // proves P-IN-2
  it('returns an error and keeps the session if the session cannot be read', async () => {
    const browser = await ann()
    expect((await open(browser, '/guarded/member', 'down')).status).toBe(500)
    expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
  })
})

describe('a session that the proxy renews', () => {
  // proves A-16, §16.3, P-IN-6
  it('is set as a cookie on the response, which is not cached', async () => {
    const response = await open(await ann(), '/renewed', 'renewing')
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^latchkey\.session-token=[\w.-]+; Path=\/; Expires=/),
    ])
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect((await open(await ann(), '/renewed')).headers.getSetCookie()).toEqual([])
  })

  // proves AUD-S5, P-IN-6
  it.each(['/static', '/static-pages'])(
    'keeps shared caches from storing the static page %s',
    async (path) => {
      const cached = await open(await ann(), path)
      expect(cached.headers.get('cache-control')).toContain('s-maxage')
      const renewed = await open(await ann(), path, 'renewing')
      expect(await renewed.text()).toContain('The same for all visitors')
      expect(renewed.headers.getSetCookie()).toHaveLength(1)
      expect(renewed.headers.get('cache-control')).toBe('private, no-store')
    },
  )

  // proves A-16, §16.3
  it.each(['/renewed', '/renewed-pages', '/wrapped/page'])('is passed to the page %s', async (path) => {
    const [session] = await shownBy(await open(await ann(), path, 'counting'))
    // The proxy reads it first, then the page.
    expect(session?.count).toBe(2)
  })

  // proves A-16
  it('is passed to a page whose data a script requests', async () => {
    const browser = await ann()
    const response = await browser.get(`${site}/renewed?_rsc`, { rsc: '1', 'x-variant': 'counting' })
    expect(response.headers.get('content-type')).toBe('text/x-component')
    expect(await response.text()).toContain(String.raw`\"count\":2`)
  })

  // proves §16.3
  it('is also set as a cookie on a redirect to the sign-in page', async () => {
    const response = await open(await ann(), '/guarded/no', 'renewing')
    expect(response.status).toBe(307)
    expect(response.headers.getSetCookie()).toHaveLength(1)
  })
})

describe('a proxy that `auth` wraps', () => {
  // proves A-5, §16.3
  it('receives the session and decides', async () => {
    expect((await open(anonymous(), '/wrapped/member')).status).toBe(403)
    expect((await open(await ann(), '/wrapped/member')).status).toBe(200)
  })

  // proves AMB-28, §16.3
  it('continues if it returns nothing, even when `authorized` returns false', async () => {
    expect((await open(anonymous(), '/wrapped/no')).status).toBe(200)
  })

  // proves ST-10, ERR-15
  it('is not called if `authorized` returns a response', async () => {
    expect((await open(anonymous(), '/wrapped/json')).status).toBe(401)
  })
})

describe('a route handler that `auth` wraps', () => {
  // proves A-5, P-IN-6
  it('sets the cookie of a renewed session on a response that is not cached', async () => {
    const response = await open(await ann(), '/api/wrapped', 'renewing')
    expect(response.headers.getSetCookie()).toHaveLength(1)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
  })

  // proves A-10, §16.5
  it('can sign out, and the session is not renewed afterwards', async () => {
    const browser = await ann()
    const response = await browser.post(`${site}/api/wrapped`, {}, { 'x-variant': 'renewing' })
    expect(response.headers.getSetCookie()).toEqual([expect.stringContaining('Max-Age=0')])
    expect(await readSession(browser)).toBeNull()
  })
})
