import { describe, expect, it } from 'vitest'
import { ann, anonymous, dataOf, open, sessionOf, setBy, shownBy, site } from './visitor.ts'

const COOKIE = 'latchkey.session-token'

describe.for([
  { place: 'a load function', path: '/' },
  { place: 'an endpoint', path: '/api/session' },
  { place: 'code without the event', path: '/api/function' },
  { place: 'a remote query', path: '/remote' },
])('the session in $place', ({ path }) => {
  // proves C-4, §18.2
  it('is there, or null', async () => {
    const [session] = await shownBy(await open(await ann(), path))
    expect(session).toMatchObject({
      user: { name: 'Ann', email: 'ann@example.com' },
      expires: expect.stringMatching(/Z$/),
    })
    expect((await shownBy(await open(anonymous(), path)))[0]).toBeNull()
  })

  // proves C-4, P-IN-2
  it('is an error page with a configuration that cannot be used, also for strangers, and signs nobody out', async () => {
    for (const browser of [await ann(), anonymous()]) {
      const response = await open(browser, path, 'broken')
      expect(response.status).toBe(500)
      expect(setBy(response)).toEqual([])
      expect(await response.text()).not.toMatch(/<pre>|^null$|ann@example\.com/)
    }
  })

  // proves C-4, P-IN-2
  it('is an error page when it cannot be found out, and signs nobody out', async () => {
    const browser = await ann()
    const response = await open(browser, path, 'down')
    expect(response.status).toBe(500)
    expect(setBy(response)).toEqual([])
    expect(await response.text()).not.toContain('ann@example.com')
    expect(await sessionOf(browser)).toMatchObject({ user: { name: 'Ann' } })
  })

  // proves P-IN-4
  it('has no token in it', async () => {
    const browser = await ann()
    const text = await (await open(browser, path)).text()
    const [token = ''] = browser.cookies(site).map(({ value }) => value)
    expect(token).not.toBe('')
    expect(text).not.toContain(token)
  })
})

describe('locals.auth', () => {
  // proves C-4
  it('reads once for a request, however many ask', async () => {
    const [layout, first, second] = await shownBy(await open(await ann(), '/'))
    expect(layout?.reading).toEqual(expect.any(String))
    expect([first, second]).toEqual([layout, layout])
    const [later] = await shownBy(await open(await ann(), '/'))
    expect(later?.reading).not.toBe(layout?.reading)
  })

  // proves C-9
  it('gives the session to pages by the data of the layout', async () => {
    const html = await (await open(await ann(), '/')).text()
    expect(html).toMatch(/<pre id="layout">\{"user":\{"name":"Ann"/)
  })

  // proves C-9, P-IN-4
  it('gives a page rendered for one person nothing of another', async () => {
    const watched = async (browser = anonymous()): Promise<string | undefined> =>
      /<output id="watched">(.*?)<\/output>/.exec(await (await open(browser, '/')).text())?.[1]
    expect(await watched(await ann())).toBe('authenticated: Ann')
    expect(await watched()).toBe('unauthenticated: nobody')
  })

  // proves C-4
  it('shows what the request changed itself, before and after', async () => {
    const browser = await ann()
    const response = await browser.post(`${site}/forms?/leave`, { redirect: 'false' })
    const [layout, own, form] = await shownBy(response)
    expect(form).toMatchObject({ before: { user: { name: 'Ann' } }, after: null })
    expect([layout, own]).toEqual([null, null])
    expect(await sessionOf(browser)).toBeNull()
  })
})

describe.for([
  { way: 'a page', path: '/' },
  { way: 'data for the script', path: '/__data.json' },
  { way: 'an endpoint', path: '/api/session' },
  { way: 'a page that is sent before its session is read', path: '/streamed' },
  { way: 'a response of the endpoint itself', path: '/api/raw' },
  { way: 'a remote query', path: '/remote' },
  { way: 'a redirect of a hook behind', path: '/guarded/response' },
])('a renewal with $way', ({ path }) => {
  // proves C-4, P-IN-6, §18.2
  it('leaves once, for this browser alone', async () => {
    const browser = await ann()
    const before = browser.cookiesFor(site)
    const response = await open(browser, path, 'renewing')
    expect(setBy(response)).toEqual([COOKIE])
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    const [header = ''] = response.headers.getSetCookie()
    expect(header).toMatch(/; Path=\/; .*HttpOnly; SameSite=Lax$/)
    expect(browser.cookiesFor(site)).not.toBe(before)
    expect(await sessionOf(browser)).toMatchObject({ user: { name: 'Ann' } })
  })

  it('is not made while the session is fresh', async () => {
    const response = await open(await ann(), path)
    expect(setBy(response)).toEqual([])
  })
})

describe('a renewal', () => {
  // proves C-4
  it('leaves with the redirect of a hook behind, where the script asks for data', async () => {
    const browser = await ann()
    const { text, response } = await dataOf(browser, '/guarded/response', 'renewing')
    expect(JSON.parse(text)).toMatchObject({ type: 'redirect', location: '/elsewhere' })
    expect(setBy(response)).toEqual([COOKIE])
    expect(await sessionOf(browser)).toMatchObject({ user: { name: 'Ann' } })
  })

  // proves C-4
  it('is seen by a request that the application makes to itself', async () => {
    const browser = await ann()
    const sessions = await shownBy(await open(browser, '/api/both', 'counting'))
    expect(sessions.map((session) => session?.count)).toEqual([1, 1, 1])
  })
})

describe('a page that is sent before its session is read', () => {
  // proves C-4
  it('brings it afterwards, and writes the renewal all the same, once', async () => {
    const browser = await ann()
    const response = await open(browser, '/streamed', 'counting')
    expect(setBy(response)).toEqual([COOKIE])
    const html = await response.text()
    expect(html.indexOf('Static')).toBeLessThan(html.indexOf('Ann'))
    // What was promised at once, and what was asked for when nothing could be written any more.
    expect(html.match(/count:1\b/g)).toHaveLength(2)
    const [next] = await shownBy(await open(browser, '/api/session', 'counting'))
    expect(next?.count).toBe(2)
  })

  // proves C-4
  it('does the same where the script asks for data', async () => {
    const browser = await ann()
    const { text, response } = await dataOf(browser, '/streamed', 'counting')
    expect(text).toContain('Ann')
    expect(setBy(response)).toEqual([COOKIE])
    expect(response.headers.get('cache-control')).toBe('private, no-store')
  })
})

describe('the session endpoint', () => {
  // proves EP-9, CFG-7
  it('is /auth/session unless configured', async () => {
    expect(await sessionOf(await ann())).toMatchObject({ user: { name: 'Ann' }, madeFor: '/auth/session' })
    expect(await sessionOf(anonymous())).toBeNull()
  })
})
