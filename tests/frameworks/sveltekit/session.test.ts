import { describe, expect, it } from 'vitest'
import { testSession } from '../shared/session.ts'
import { setBy } from '../shared/visitors.ts'
import { ann, anonymous, open, readSession, requestData, shownBy, site, visitors } from './visitor.ts'

const COOKIE = 'latchkey.session-token'

testSession(visitors, [
  { place: 'a load function', path: '/' },
  { place: 'an endpoint', path: '/api/session' },
  { place: 'a function without the event', path: '/api/function' },
  { place: 'a remote query', path: '/remote' },
])

describe('locals.auth', () => {
  // proves C-4
  it('reads the session once for each request', async () => {
    const [layout, first, second] = await shownBy(await open(await ann(), '/'))
    expect(layout?.reading).toEqual(expect.any(String))
    expect({ first, second }).toEqual({ first: layout, second: layout })
    const [later] = await shownBy(await open(await ann(), '/'))
    expect(later?.reading).not.toBe(layout?.reading)
  })

  // proves C-9
  it('passes the session to pages in the layout data', async () => {
    const html = await (await open(await ann(), '/')).text()
    expect(html).toMatch(/<pre id="layout">\{"user":\{"name":"Ann"/)
  })

  // proves C-9, P-IN-4
  it('does not show the session of one user to another visitor', async () => {
    const status = async (browser = anonymous()): Promise<string | undefined> =>
      /<output id="status">(.*?)<\/output>/.exec(await (await open(browser, '/')).text())?.[1]
    expect(await status(await ann())).toBe('authenticated: Ann')
    expect(await status()).toBe('unauthenticated: no user')
  })

  // proves C-4
  it('returns what the same request has changed', async () => {
    const browser = await ann()
    const response = await browser.post(`${site}/forms?/signOut`, { redirect: 'false' })
    const [layout, page, form] = await shownBy(response)
    expect(form).toMatchObject({ before: { user: { name: 'Ann' } }, after: null })
    expect({ layout, page }).toEqual({ layout: null, page: null })
    expect(await readSession(browser)).toBeNull()
  })
})

describe.for([
  { place: 'a page', path: '/' },
  { place: 'a data request', path: '/__data.json' },
  { place: 'an endpoint', path: '/api/session' },
  { place: 'a streamed page', path: '/streamed' },
  { place: 'an endpoint with a custom response', path: '/api/raw' },
  { place: 'a remote query', path: '/remote' },
  { place: 'a redirect of a later hook', path: '/guarded/response' },
])('the renewal of a session in $place', ({ path }) => {
  // proves C-4, P-IN-6, §18.2
  it('sets one cookie on a response that is not cached', async () => {
    const browser = await ann()
    const before = browser.cookiesFor(site)
    const response = await open(browser, path, 'renewing')
    expect(setBy(response)).toEqual([COOKIE])
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    const [header = ''] = response.headers.getSetCookie()
    expect(header).toMatch(/; Path=\/; .*HttpOnly; SameSite=Lax$/)
    expect(browser.cookiesFor(site)).not.toBe(before)
    expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
  })

  it('does not take place before it is due', async () => {
    const response = await open(await ann(), path)
    expect(setBy(response)).toEqual([])
  })
})

describe('the renewal of a session', () => {
  // proves C-4
  it('sets the cookie on the redirect of a later hook in a data request', async () => {
    const browser = await ann()
    const { text, response } = await requestData(browser, '/guarded/response', 'renewing')
    expect(JSON.parse(text)).toMatchObject({ type: 'redirect', location: '/elsewhere' })
    expect(setBy(response)).toEqual([COOKIE])
    expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
  })

  // proves C-4
  it('is passed to a request that the application sends to itself', async () => {
    const browser = await ann()
    const sessions = await shownBy(await open(browser, '/api/both', 'counting'))
    expect(sessions.map((session) => session?.count)).toEqual([1, 1, 1])
  })
})

describe('a page that streams its session', () => {
  // proves C-4
  it('sends the session later, and sets the cookie of the renewal once', async () => {
    const browser = await ann()
    const response = await open(browser, '/streamed', 'counting')
    expect(setBy(response)).toEqual([COOKIE])
    const html = await response.text()
    expect(html.indexOf('Static')).toBeLessThan(html.indexOf('Ann'))
    // The session that was requested immediately, and the one that was requested after the response
    // had started.
    expect(html.match(/count:1\b/g)).toHaveLength(2)
    const [next] = await shownBy(await open(browser, '/api/session', 'counting'))
    expect(next?.count).toBe(2)
  })

  // proves C-4
  it('sends the session later in a data request', async () => {
    const browser = await ann()
    const { text, response } = await requestData(browser, '/streamed', 'counting')
    expect(text).toContain('Ann')
    expect(setBy(response)).toEqual([COOKIE])
    expect(response.headers.get('cache-control')).toBe('private, no-store')
  })
})

describe('the session endpoint', () => {
  // proves EP-9, CFG-7
  it('is /auth/session by default', async () => {
    expect(await readSession(await ann())).toMatchObject({ user: { name: 'Ann' }, madeFor: '/auth/session' })
    expect(await readSession(anonymous())).toBeNull()
  })
})
