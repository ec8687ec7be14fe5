import { describe, expect, it } from 'vitest'
import { ann, anonymous, call, open, sessionOf, shownBy, site } from './visitor.ts'

const whereAuthReads = [
  { place: 'a query of a page', path: '/' },
  { place: 'an API route', path: '/api/plain' },
  { place: 'a page behind the middleware', path: '/guarded/page' },
] as const

describe.for(whereAuthReads)('auth in $place', ({ path }) => {
  it('gives the session', async () => {
    const [session] = await shownBy(await open(await ann(), path))
    expect(session).toMatchObject({
      user: { name: 'Ann', email: 'ann@example.com' },
      expires: expect.stringMatching(/Z$/),
    })
  })

  // proves P-IN-2
  it('gives no session with a configuration that cannot be used, also for who was signed in', async () => {
    const browser = await ann()
    const response = await open(browser, path, 'broken')
    expect(await response.text()).not.toContain('ann@example.com')
    expect(await sessionOf(browser)).toMatchObject({ user: { name: 'Ann' } })
  })

  // proves P-IN-2
  it('gives nothing when the session cannot be found out, and signs nobody out', async () => {
    const browser = await ann()
    const response = await open(browser, path, 'down')
    const text = await response.text()
    expect(response.status).toBe(500)
    expect(text).not.toContain('ann@example.com')
    expect(text).not.toMatch(/<pre[^>]*>.|^null$/)
    expect(await sessionOf(browser)).toMatchObject({ user: { name: 'Ann' } })
  })

  // proves P-IN-4
  it('gives a session without a token', async () => {
    const browser = await ann()
    const text = await (await open(browser, path)).text()
    const [token = ''] = browser.cookies(site).map(({ value }) => value)
    expect(token).not.toBe('')
    expect(text).not.toContain(token)
  })
})

describe('auth', () => {
  // proves P-IN-2
  it.each(['/', '/api/plain'])(
    'is null for strangers, and with a configuration that cannot be used, on %s',
    async (path) => {
      expect((await shownBy(await open(anonymous(), path)))[0]).toBeNull()
      const broken = await open(await ann(), path, 'broken')
      expect([broken.status, (await shownBy(broken))[0]]).toEqual([200, null])
    },
  )

  it('reads the session once, however many queries of a page ask, the middleware too', async () => {
    const [first, second] = await shownBy(await open(await ann(), '/', 'counting'))
    expect(first).toMatchObject({ reading: expect.any(String), count: 1 })
    expect(second).toEqual(first)
    const [later] = await shownBy(await open(await ann(), '/'))
    expect(later?.reading).not.toBe(first?.reading)
  })

  it('knows of what was written by the same request', async () => {
    const response = await call(await ann(), 'writeAndAsk', [])
    expect(await response.json()).toEqual({ value: ['Ann', 'Anna', null] })
  })

  it('writes no cookie by itself: a page may be on its way already', async () => {
    const browser = await ann()
    const response = await browser.get(`${site}/`, { 'x-variant': 'renewing', 'x-no-middleware': '1' })
    expect((await shownBy(response))[0]).toMatchObject({ user: { name: 'Ann' } })
    expect(response.headers.getSetCookie()).toEqual([])
  })
})

describe('getSession', () => {
  // proves B-3, AMB-42, §18.1
  it('gives the session of a request, with the doors of the handlers', async () => {
    const [session] = await shownBy(await open(await ann(), '/api/get-session'))
    expect(session).toMatchObject({ user: { name: 'Ann', email: 'ann@example.com' } })
    expect((await open(await ann(), '/api/get-session')).status).toBe(200)
  })

  // proves B-3
  it('gives null for strangers', async () => {
    expect(await (await open(anonymous(), '/api/get-session')).json()).toBeNull()
  })

  // proves AMB-47, P-IN-2
  it('throws what is wrong with the configuration', async () => {
    const outcome = await (await open(await ann(), '/api/get-session', 'broken')).json()
    expect(outcome).toEqual({ type: expect.any(String), message: expect.stringMatching(/\bprovider/i) })
  })

  // proves AMB-47, P-IN-2
  it('throws when the session cannot be found out', async () => {
    expect(await (await open(await ann(), '/api/get-session', 'down')).json()).toMatchObject({
      type: 'SessionError',
    })
  })

  // proves §18.1
  it('writes no cookie', async () => {
    const browser = await ann()
    const response = await browser.get(`${site}/api/get-session`, {
      'x-variant': 'renewing',
      'x-no-middleware': '1',
    })
    expect(await response.json()).toMatchObject({ user: { name: 'Ann' } })
    expect(response.headers.getSetCookie()).toEqual([])
  })
})

describe('a cookie that a query writes while a page is rendered', () => {
  it('arrives with `deferStream`', async () => {
    const browser = await ann()
    const response = await open(browser, '/written')
    expect(response.headers.getSetCookie()).toHaveLength(1)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect((await shownBy(response))[0]).toMatchObject({ user: { name: 'Anna' } })
    expect(await sessionOf(browser)).toMatchObject({ user: { name: 'Anna' } })
  })

  it('is lost without it when the page is on its way already', async () => {
    const browser = await ann()
    const response = await open(browser, '/written?late=1')
    expect(await response.text()).toContain('Anna')
    expect(response.headers.getSetCookie()).toEqual([])
    expect(await sessionOf(browser)).toMatchObject({ user: { name: 'Ann' } })
  })
})

describe('a page that is protected where its data is read', () => {
  // proves AUTHN-15, §18.1
  it('leads strangers to the sign-in page, and back with the query', async () => {
    const response = await open(anonymous(), '/account?tab=1')
    expect(response.status).toBe(302)
    const target = new URL(response.headers.get('location') ?? '')
    expect([target.origin + target.pathname, target.searchParams.get('callbackUrl')]).toEqual([
      `${site}/api/auth/signin`,
      `${site}/account?tab=1`,
    ])
    expect(await response.text()).toMatch(/<pre[^>]*><\/pre>/)
  })

  // proves AUTHN-15
  it('shows itself to who is signed in', async () => {
    const response = await open(await ann(), '/account')
    expect((await shownBy(response))[0]).toMatchObject({ user: { name: 'Ann' } })
  })
})
