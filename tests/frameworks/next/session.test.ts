import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, inject, it } from 'vitest'
import { testSession } from '../shared/session.ts'
import { ann, anonymous, open, readSession, shownBy, visitors } from './visitor.ts'

testSession(visitors, [
  { place: 'a server component', path: '/', isStreamed: true },
  { place: 'a streamed server component', path: '/streamed', isStreamed: true },
  { place: 'a route handler', path: '/api/plain' },
  { place: 'a route handler that `auth` wraps', path: '/api/wrapped' },
  { place: 'an API route of the Pages Router', path: '/api/session' },
  { place: 'getServerSideProps', path: '/server-side' },
])

// proves P-IN-4
it.each(['/', '/streamed', '/api/plain', '/api/wrapped', '/api/session', '/server-side'])(
  '`auth` returns only what the callbacks return, on %s',
  async (path) => {
    const [session] = await shownBy(await open(await ann(), path))
    expect(Object.keys(session ?? {}).sort()).toEqual(['expires', 'madeFor', 'reading', 'user'])
  },
)

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
      expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
    })

    it('sets no session cookie until the session is due for renewal', async () => {
      expect((await open(await ann(), path)).headers.getSetCookie()).toEqual(['own=1; Path=/'])
    })
  },
)

describe('the session endpoint', () => {
  // proves EP-6, EP-1, CFG-6
  it('is /api/auth/session by default', async () => {
    expect(await readSession(await ann())).toMatchObject({
      user: { name: 'Ann' },
      madeFor: '/api/auth/session',
    })
    expect(await readSession(anonymous())).toBeNull()
    expect((await open(anonymous(), '/auth/session')).status).toBe(404)
  })
})
