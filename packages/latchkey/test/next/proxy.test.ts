import { describe, expect, it } from 'vitest'
import { ann, anonymous, open, sessionOf, shownBy, site } from './visitor.ts'

const SIGN_IN = `/api/auth/signin?callbackUrl=${encodeURIComponent(`${site}/guarded/`)}`

describe('auth as the proxy', () => {
  // proves ST-8, CB-21
  it('lets through when `authorized` says true', async () => {
    const response = await open(anonymous(), '/guarded/yes')
    expect(response.status).toBe(200)
    expect(await shownBy(response)).toEqual([null])
  })

  // proves ST-9, CB-21, A-17
  it.each(['no', 'nothing'])('sends to the sign-in page when `authorized` says %s', async (way) => {
    const response = await open(await ann(), `/guarded/${way}`)
    expect(response.status).toBe(307)
    expect(response.headers.get('location')).toBe(SIGN_IN + way)
  })

  // proves ST-10, ERR-15, CB-21
  it('sends the response of `authorized`: a redirect, or a refusal as JSON', async () => {
    const redirect = await open(anonymous(), '/guarded/elsewhere')
    expect([redirect.status, redirect.headers.get('location')]).toEqual([303, '/elsewhere'])
    const refusal = await open(anonymous(), '/guarded/json')
    expect([refusal.status, await refusal.json()]).toEqual([401, { error: 'Who are you?' }])
  })

  // proves CB-20, CB-22, AUTHN-10, A-17
  it('tells `authorized` who asks for what', async () => {
    expect((await open(anonymous(), '/guarded/member')).headers.get('location')).toBe(`${SIGN_IN}member`)
    const [session] = await shownBy(await open(await ann(), '/guarded/member'))
    expect(session).toMatchObject({ user: { name: 'Ann' } })
  })

  // proves ST-9
  it('refuses a posted form as it refuses the page, without sending it on', async () => {
    const body = new URLSearchParams({ secret: 'x' })
    const response = await anonymous().send(`${site}/guarded/member`, { method: 'POST', body })
    expect([response.status, response.headers.get('location')]).toEqual([303, `${SIGN_IN}member`])
  })

  // proves P-IN-3
  it('says nothing of a guarded page to who asks for its data alone', async () => {
    const response = await anonymous().get(`${site}/guarded/member?_rsc=1`, { rsc: '1' })
    expect(response.status).toBe(307)
  })

  // proves P-IN-2
  it('knows nobody with a configuration that cannot be used', async () => {
    const response = await open(await ann(), '/guarded/member', 'broken')
    expect([response.status, response.headers.get('location')]).toEqual([307, `${SIGN_IN}member`])
  })

  // proves P-IN-2
  it('lets nobody in when the session cannot be found out, and signs nobody out', async () => {
    const browser = await ann()
    expect((await open(browser, '/guarded/member', 'down')).status).toBe(500)
    expect(await sessionOf(browser)).toMatchObject({ user: { name: 'Ann' } })
  })
})

describe('a session that the proxy renews', () => {
  // proves A-16, §16.3, P-IN-6
  it('leaves with the answer, for this browser alone', async () => {
    const response = await open(await ann(), '/renewed', 'renewing')
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^latchkey\.session-token=[\w.-]+; Path=\/; Expires=/),
    ])
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect((await open(await ann(), '/renewed')).headers.getSetCookie()).toEqual([])
  })

  // proves A-16, §16.3
  it.each(['/renewed', '/renewed-pages', '/wrapped/page'])('is seen by what renders %s', async (path) => {
    const [session] = await shownBy(await open(await ann(), path, 'counting'))
    // Read once by the proxy, and then by the page.
    expect(session?.count).toBe(2)
  })

  // proves A-16
  it('is seen by a page whose data alone is asked for', async () => {
    const browser = await ann()
    const response = await browser.get(`${site}/renewed?_rsc`, { rsc: '1', 'x-variant': 'counting' })
    expect(response.headers.get('content-type')).toBe('text/x-component')
    expect(await response.text()).toContain(String.raw`\"count\":2`)
  })

  // proves §16.3
  it('leaves with a refusal, too', async () => {
    const response = await open(await ann(), '/guarded/no', 'renewing')
    expect(response.status).toBe(307)
    expect(response.headers.getSetCookie()).toHaveLength(1)
  })
})

describe('a proxy that auth wraps', () => {
  // proves A-5, §16.3
  it('has the session at hand, and decides', async () => {
    expect((await open(anonymous(), '/wrapped/member')).status).toBe(403)
    expect((await open(await ann(), '/wrapped/member')).status).toBe(200)
  })

  // proves AMB-28, §16.3
  it('goes on where it returns nothing, whatever `authorized` says', async () => {
    expect((await open(anonymous(), '/wrapped/no')).status).toBe(200)
  })

  // proves ST-10, ERR-15
  it('is not asked where `authorized` answers by itself', async () => {
    expect((await open(anonymous(), '/wrapped/json')).status).toBe(401)
  })
})

describe('a route handler that auth wraps', () => {
  // proves A-5, P-IN-6
  it('carries the renewal, for this browser alone', async () => {
    const response = await open(await ann(), '/api/wrapped', 'renewing')
    expect(response.headers.getSetCookie()).toHaveLength(1)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
  })

  // proves A-10, §16.5
  it('is not undone by the renewal when it signs out', async () => {
    const browser = await ann()
    const response = await browser.post(`${site}/api/wrapped`, {}, { 'x-variant': 'renewing' })
    expect(response.headers.getSetCookie()).toEqual([expect.stringContaining('Max-Age=0')])
    expect(await sessionOf(browser)).toBeNull()
  })
})
