import { describe, expect, it } from 'vitest'
import { ann, anonymous, open, sessionOf, shownBy, site } from './visitor.ts'

const SIGN_IN = `${site}/api/auth/signin?callbackUrl=`

describe('paths that the middleware protects', () => {
  // proves AUTHN-16
  it('lead strangers to the sign-in page, and back', async () => {
    const response = await open(anonymous(), '/guarded/page?tab=1')
    expect([response.status, response.headers.get('location')]).toEqual([
      302,
      `${SIGN_IN}${encodeURIComponent(`${site}/guarded/page?tab=1`)}`,
    ])
    expect(await response.text()).toBe('')
  })

  // proves AUTHN-16
  it('lead where the application says', async () => {
    const response = await anonymous().get(`${site}/guarded/page`, { 'x-redirect-to': '/' })
    expect([response.status, response.headers.get('location')]).toEqual([302, '/'])
  })

  // proves AUTHN-16
  it('let in who is signed in, and stay out of the memory of the browser', async () => {
    const response = await open(await ann(), '/guarded/page')
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    expect((await shownBy(response))[0]).toMatchObject({ user: { name: 'Ann' } })
  })

  // proves AUTHN-16
  it.each(['/guarded', '/guarded/', '/Guarded/page', '/GUARDED', '/%67uarded/page', '//guarded/page'])(
    'are protected however they are written: %s',
    async (path) => {
      expect((await open(anonymous(), path)).status).toBe(302)
    },
  )

  it.each(['/', '/guardedness', '/elsewhere/guarded', '/about/_server'])(
    'leave others alone: %s',
    async (path) => {
      expect((await open(anonymous(), path)).status).toBe(path === '/' ? 200 : 404)
    },
  )

  it('answer scripts with a refusal, and forms without sending them on', async () => {
    const json = await anonymous().get(`${site}/api/guarded/x`, { accept: 'application/json' })
    expect([json.status, await json.json()]).toEqual([401, { error: 'Please sign in.' }])
    const form = await anonymous().post(`${site}/api/guarded/x`, { secret: 'x' })
    expect([form.status, form.headers.get('location')]).toEqual([
      303,
      expect.stringContaining('/api/auth/signin'),
    ])
  })

  // proves P-IN-2
  it('know nobody with a configuration that cannot be used', async () => {
    const response = await open(await ann(), '/guarded/page', 'broken')
    expect([response.status, response.headers.get('location')]).toEqual([
      302,
      expect.stringContaining('/api/auth/signin'),
    ])
  })

  // proves P-IN-2
  it('let nobody in when the session cannot be found out, and sign nobody out', async () => {
    const browser = await ann()
    const response = await open(browser, '/guarded/page', 'down')
    expect([response.status, response.headers.getSetCookie()]).toEqual([500, []])
    expect(await response.text()).not.toContain('database')
    expect(await sessionOf(browser)).toMatchObject({ user: { name: 'Ann' } })
  })
})

describe('event.locals.session', () => {
  it('is the session, or null', async () => {
    expect(await (await open(await ann(), '/api/locals')).json()).toMatchObject({
      known: true,
      session: { user: { name: 'Ann' } },
    })
    expect(await (await open(anonymous(), '/api/locals')).json()).toEqual({ known: true, session: null })
  })

  // proves P-IN-2
  it('is nothing when the session cannot be found out, and where no middleware ran', async () => {
    expect(await (await open(await ann(), '/api/locals', 'down')).json()).toEqual({
      known: false,
      session: null,
    })
    const without = await (await ann()).get(`${site}/api/locals`, { 'x-no-middleware': '1' })
    expect(await without.json()).toEqual({ known: false, session: null })
  })
})

describe('a session that the middleware renews', () => {
  // proves P-IN-6
  it.each(['/', '/guarded/page', '/api/plain'])('leaves with %s, for this browser alone', async (path) => {
    const response = await open(await ann(), path, 'renewing')
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^latchkey\.session-token=[\w.-]+; Path=\/; Expires=/),
    ])
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect((await open(await ann(), path)).headers.getSetCookie()).toEqual([])
  })

  // proves P-IN-6
  it.each([
    { path: '/api/guarded/refuses', status: 418 },
    { path: '/api/guarded/fails', status: 500 },
  ])('leaves with an error, too: $status', async ({ path, status }) => {
    const response = await open(await ann(), path, 'renewing')
    expect([response.status, response.headers.getSetCookie().length]).toEqual([status, 1])
    expect(response.headers.get('cache-control')).toBe('private, no-store')
  })

  it('is not touched by our own doors, which may end it', async () => {
    const browser = await ann()
    const response = await browser.post(`${site}/api/auth/signout`, {}, { 'x-variant': 'renewing' })
    expect(response.headers.getSetCookie()).toEqual([expect.stringContaining('latchkey.session-token=;')])
    expect(await sessionOf(browser)).toBeNull()
  })
})
