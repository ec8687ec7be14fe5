import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, inject, it } from 'vitest'
import { ann, anonymous, open, sessionOf, shownBy, site } from './visitor.ts'

const whereAuthReads = [
  { place: 'a server component', path: '/', id: 'A-2' },
  { place: 'a streamed server component', path: '/streamed', id: 'A-2' },
  { place: 'a route handler', path: '/api/plain', id: '§16.2' },
  { place: 'a route handler that `auth` wraps', path: '/api/wrapped', id: 'A-5' },
  { place: 'an API route of the Pages Router', path: '/api/session', id: 'A-3' },
  { place: 'getServerSideProps', path: '/server-side', id: 'A-4' },
] as const

describe.for(whereAuthReads)('`auth` in $place', ({ path }) => {
  // proves, §16.2
  it('returns the session or null', async () => {
    const [session] = await shownBy(await open(await ann(), path))
    expect(session).toMatchObject({
      user: { name: 'Ann', email: 'ann@example.com' },
      expires: expect.stringMatching(/Z$/),
    })
    expect((await shownBy(await open(anonymous(), path)))[0]).toBeNull()
  })

  // proves AUD-F15, P-CK-3
  it('is null for a browser with two session cookies, in any order, and both stay', async () => {
    const [first, second] = [await ann('one@example.com'), await ann('two@example.com')]
    for (const pair of [
      [first, second],
      [second, first],
    ]) {
      const cookie = pair.map((browser) => browser.cookiesFor(site)).join('; ')
      const response = await anonymous().get(`${site}${path}`, { cookie })
      expect(response.headers.getSetCookie().join()).not.toContain('session-token')
      expect((await shownBy(response))[0]).toBeNull()
    }
  })

  // proves P-IN-2
  it('throws with an invalid configuration, for signed-out visitors too, and keeps the session', async () => {
    const browser = await ann()
    for (const visitor of [browser, anonymous()]) {
      const response = await open(visitor, path, 'broken')
      // Next.js sends the status of a server component before it is rendered.
      expect(response.status).toBe(['/', '/streamed'].includes(path) ? 200 : 500)
      expect(response.headers.getSetCookie().join()).not.toContain('latchkey')
      expect(await response.text()).not.toMatch(/<pre>|^null$|ann@example\.com/)
    }
    expect(await sessionOf(browser)).toMatchObject({ user: { name: 'Ann' } })
  })

  // proves P-IN-2
  it('throws and keeps the session if the session cannot be read', async () => {
    const browser = await ann()
    const response = await open(browser, path, 'down')
    const text = await response.text()
    expect(text).not.toContain('ann@example.com')
    expect(text).not.toMatch(/<pre>|^null$/)
    expect(await sessionOf(browser)).toMatchObject({ user: { name: 'Ann' } })
  })

  // proves P-IN-4
  it('returns a session without a token', async () => {
    const browser = await ann()
    const text = await (await open(browser, path)).text()
    const [token = ''] = browser.cookies(site).map(({ value }) => value)
    expect(token).not.toBe('')
    expect(text).not.toContain(token)
    expect(Object.keys((await shownBy(await open(browser, path)))[0] ?? {}).sort()).toEqual([
      'expires',
      'madeFor',
      'reading',
      'user',
    ])
  })
})

describe('a page', () => {
  // proves A-2
  it('reads the session once for all its components', async () => {
    const [first, second] = await shownBy(await open(await ann(), '/'))
    expect(first?.reading).toEqual(expect.any(String))
    expect(second).toEqual(first)
    const [later] = await shownBy(await open(await ann(), '/'))
    expect(later?.reading).not.toBe(first?.reading)
  })

  // proves A-2
  it('that is streamed sends its static part first and the session afterwards', async () => {
    const html = await (await open(await ann(), '/streamed')).text()
    expect(html.indexOf('One moment')).toBeGreaterThan(-1)
    expect(html.indexOf('<pre>')).toBeGreaterThan(html.indexOf('One moment'))
  })

  // proves A-2
  it('is rendered without a warning of Next.js about reading the current time', async () => {
    const browser = await ann()
    for (const path of ['/', '/streamed', '/forms', '/renewed']) await (await open(browser, path)).text()
    // Next.js continues to prerender after the response.
    await delay(300)
    const log = await readFile(inject('siteLog'), 'utf8')
    expect(log).toContain('Ready')
    expect(log).not.toContain('Next.js encountered')
  })

  // proves §16.2
  it('sets no cookie, because components cannot', async () => {
    const response = await open(await ann(), '/', 'renewing')
    expect(response.headers.getSetCookie()).toEqual([])
  })
})

describe.for([{ path: '/api/session' }, { path: '/server-side' }])(
  'the Pages Router at $path',
  ({ path }) => {
    // proves, §16.2, P-IN-6
    it('renews the session, keeps other cookies of the response, and prevents caching', async () => {
      const browser = await ann()
      const response = await open(browser, path, 'renewing')
      expect(response.headers.getSetCookie()).toEqual([
        'own=1; Path=/',
        expect.stringMatching(/^latchkey\.session-token=[\w.-]+; .*Path=\/.*HttpOnly; SameSite=Lax$/),
      ])
      expect(response.headers.get('cache-control')).toBe('private, no-store')
      expect(await sessionOf(browser)).toMatchObject({ user: { name: 'Ann' } })
    })

    it('sets no session cookie until the session is due for renewal', async () => {
      expect((await open(await ann(), path)).headers.getSetCookie()).toEqual(['own=1; Path=/'])
    })
  },
)

describe('the session endpoint', () => {
  // proves EP-6, EP-1, CFG-6
  it('is /api/auth/session by default', async () => {
    expect(await sessionOf(await ann())).toMatchObject({
      user: { name: 'Ann' },
      madeFor: '/api/auth/session',
    })
    expect(await sessionOf(anonymous())).toBeNull()
    expect((await open(anonymous(), '/auth/session')).status).toBe(404)
  })
})
