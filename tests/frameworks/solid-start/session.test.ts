import { describe, expect, it } from 'vitest'
import { testSession } from '../shared/session.ts'
import { ann, anonymous, call, open, readSession, shownBy, site, visitors } from './visitor.ts'

testSession(visitors, [
  { place: 'a query of a page', path: '/' },
  { place: 'an API route', path: '/api/plain' },
  { place: 'a page behind the middleware', path: '/guarded/page' },
])

describe('auth', () => {
  // proves P-IN-2
  it.each(['/', '/api/plain'])('returns null for signed-out visitors, on %s', async (path) => {
    const response = await open(anonymous(), path)
    expect({ status: response.status, session: (await shownBy(response))[0] }).toEqual({
      status: 200,
      session: null,
    })
  })

  it('reads the session once for the middleware and all queries of a page', async () => {
    const [first, second] = await shownBy(await open(await ann(), '/', 'counting'))
    expect(first).toMatchObject({ reading: expect.any(String), count: 1 })
    expect(second).toEqual(first)
    const [later] = await shownBy(await open(await ann(), '/'))
    expect(later?.reading).not.toBe(first?.reading)
  })

  it('returns what the same request has changed', async () => {
    const response = await call(await ann(), 'writeAndRead', [])
    expect(await response.json()).toEqual({
      value: { before: 'Ann', afterUpdate: 'Anna', afterSignOut: null },
    })
  })

  it('sets no cookie, because the response may have started', async () => {
    const browser = await ann()
    const response = await browser.get(`${site}/`, { 'x-variant': 'renewing', 'x-no-middleware': '1' })
    expect((await shownBy(response))[0]).toMatchObject({ user: { name: 'Ann' } })
    expect(response.headers.getSetCookie()).toEqual([])
  })
})

describe('getSession', () => {
  // proves B-3, AMB-42, §18.1
  it('returns the session of a request with the configuration of the handlers', async () => {
    const [session] = await shownBy(await open(await ann(), '/api/get-session'))
    expect(session).toMatchObject({ user: { name: 'Ann', email: 'ann@example.com' } })
    expect((await open(await ann(), '/api/get-session')).status).toBe(200)
  })

  // proves B-3
  it('returns null for signed-out visitors', async () => {
    expect(await (await open(anonymous(), '/api/get-session')).json()).toBeNull()
  })

  // proves AMB-47, P-IN-2
  it('throws the error of an invalid configuration', async () => {
    const outcome = await (await open(await ann(), '/api/get-session', 'broken')).json()
    expect(outcome).toEqual({
      type: 'InvalidProvider',
      message: "InvalidProvider: the server's log contains the reason.",
    })
  })

  // proves AMB-47, P-IN-2
  it('throws if the session cannot be read', async () => {
    expect(await (await open(await ann(), '/api/get-session', 'down')).json()).toMatchObject({
      type: 'SessionError',
    })
  })

  // proves §18.1
  it('sets no cookie', async () => {
    const browser = await ann()
    const response = await browser.get(`${site}/api/get-session`, {
      'x-variant': 'renewing',
      'x-no-middleware': '1',
    })
    expect(await response.json()).toMatchObject({ user: { name: 'Ann' } })
    expect(response.headers.getSetCookie()).toEqual([])
  })
})

describe('a cookie that a query sets while a page is rendered', () => {
  it('is sent with `deferStream`', async () => {
    const browser = await ann()
    const response = await open(browser, '/written')
    expect(response.headers.getSetCookie()).toHaveLength(1)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect((await shownBy(response))[0]).toMatchObject({ user: { name: 'Anna' } })
    expect(await readSession(browser)).toMatchObject({ user: { name: 'Anna' } })
  })

  it('is lost without `deferStream` if the response has started', async () => {
    const browser = await ann()
    const response = await open(browser, '/written?late=1')
    expect(await response.text()).toContain('Anna')
    expect(response.headers.getSetCookie()).toEqual([])
    expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
  })
})

describe('a page that is protected in its query', () => {
  // proves AUTHN-15, §18.1
  it('redirects signed-out visitors to the sign-in page with the callback URL', async () => {
    const response = await open(anonymous(), '/account?tab=1')
    expect(response.status).toBe(302)
    const target = new URL(response.headers.get('location') ?? '')
    expect({
      page: target.origin + target.pathname,
      callbackUrl: target.searchParams.get('callbackUrl'),
    }).toEqual({ page: `${site}/api/auth/signin`, callbackUrl: `${site}/account?tab=1` })
    expect(await response.text()).toMatch(/<pre[^>]*><\/pre>/)
  })

  // proves AUTHN-15
  it('is shown to signed-in users', async () => {
    const response = await open(await ann(), '/account')
    expect((await shownBy(response))[0]).toMatchObject({ user: { name: 'Ann' } })
  })
})
