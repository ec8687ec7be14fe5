import { describe, expect, it } from 'vitest'
import { ann, open, sessionOf, shownBy, site, stranger } from './visitor.ts'

const SIGN_IN = `/api/auth/signin?callbackUrl=${encodeURIComponent(`${site}/guarded/`)}`

describe('auth as the proxy', () => {
  it('lets through when `authorized` says true [ST-8, CB-21]', async () => {
    const response = await open(stranger(), '/guarded/yes')
    expect(response.status).toBe(200)
    expect(await shownBy(response)).toEqual([null])
  })

  it.each(['no', 'nothing'])(
    'sends to the sign-in page when `authorized` says %s [ST-9, CB-21, A-17]',
    async (way) => {
      const response = await open(await ann(), `/guarded/${way}`)
      expect(response.status).toBe(307)
      expect(response.headers.get('location')).toBe(SIGN_IN + way)
    },
  )

  it('sends the response of `authorized`: a redirect, or a refusal as JSON [ST-10, ERR-15, CB-21]', async () => {
    const redirect = await open(stranger(), '/guarded/elsewhere')
    expect([redirect.status, redirect.headers.get('location')]).toEqual([303, '/elsewhere'])
    const refusal = await open(stranger(), '/guarded/json')
    expect([refusal.status, await refusal.json()]).toEqual([401, { error: 'Who are you?' }])
  })

  it('tells `authorized` who asks for what [CB-20, CB-22, AUTHN-10, A-17]', async () => {
    expect((await open(stranger(), '/guarded/member')).headers.get('location')).toBe(`${SIGN_IN}member`)
    const [session] = await shownBy(await open(await ann(), '/guarded/member'))
    expect(session).toMatchObject({ user: { name: 'Ann' } })
  })

  it('refuses a posted form as it refuses the page, without sending it on [ST-9]', async () => {
    const body = new URLSearchParams({ secret: 'x' })
    const response = await stranger().send(`${site}/guarded/member`, { method: 'POST', body })
    expect([response.status, response.headers.get('location')]).toEqual([303, `${SIGN_IN}member`])
  })

  it('says nothing of a guarded page to who asks for its data alone [P-IN-3]', async () => {
    const response = await stranger().get(`${site}/guarded/member?_rsc=1`, { rsc: '1' })
    expect(response.status).toBe(307)
  })

  it('knows nobody with a configuration that cannot be used [P-IN-2]', async () => {
    const response = await open(await ann(), '/guarded/member', 'broken')
    expect([response.status, response.headers.get('location')]).toEqual([307, `${SIGN_IN}member`])
  })

  it('lets nobody in when the session cannot be found out, and signs nobody out [P-IN-2]', async () => {
    const browser = await ann()
    expect((await open(browser, '/guarded/member', 'down')).status).toBe(500)
    expect(await sessionOf(browser)).toMatchObject({ user: { name: 'Ann' } })
  })
})

describe('a session that the proxy renews', () => {
  it('leaves with the answer, for this browser alone [A-16, §16.3, P-IN-6]', async () => {
    const response = await open(await ann(), '/renewed', 'renewing')
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^latchkey\.session-token=[\w.-]+; Path=\/; Expires=/),
    ])
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect((await open(await ann(), '/renewed')).headers.getSetCookie()).toEqual([])
  })

  it.each(['/renewed', '/renewed-pages', '/wrapped/page'])(
    'is seen by what renders %s [A-16, §16.3]',
    async (path) => {
      const [session] = await shownBy(await open(await ann(), path, 'counting'))
      // Read once by the proxy, and then by the page.
      expect(session?.count).toBe(2)
    },
  )

  it('is seen by a page whose data alone is asked for [A-16]', async () => {
    const browser = await ann()
    const response = await browser.get(`${site}/renewed?_rsc`, { rsc: '1', 'x-variant': 'counting' })
    expect(response.headers.get('content-type')).toBe('text/x-component')
    expect(await response.text()).toContain(String.raw`\"count\":2`)
  })

  it('leaves with a refusal, too [§16.3]', async () => {
    const response = await open(await ann(), '/guarded/no', 'renewing')
    expect(response.status).toBe(307)
    expect(response.headers.getSetCookie()).toHaveLength(1)
  })
})

describe('a proxy that auth wraps', () => {
  it('has the session at hand, and decides [A-5, §16.3]', async () => {
    expect((await open(stranger(), '/wrapped/member')).status).toBe(403)
    expect((await open(await ann(), '/wrapped/member')).status).toBe(200)
  })

  it('goes on where it returns nothing, whatever `authorized` says [AMB-28, §16.3]', async () => {
    expect((await open(stranger(), '/wrapped/no')).status).toBe(200)
  })

  it('is not asked where `authorized` answers by itself [ST-10, ERR-15]', async () => {
    expect((await open(stranger(), '/wrapped/json')).status).toBe(401)
  })
})

describe('a route handler that auth wraps', () => {
  it('carries the renewal, for this browser alone [A-5, P-IN-6]', async () => {
    const response = await open(await ann(), '/api/wrapped', 'renewing')
    expect(response.headers.getSetCookie()).toHaveLength(1)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
  })

  it('is not undone by the renewal when it signs out [A-10, §16.5]', async () => {
    const browser = await ann()
    const response = await browser.post(`${site}/api/wrapped`, {}, { 'x-variant': 'renewing' })
    expect(response.headers.getSetCookie()).toEqual([expect.stringContaining('Max-Age=0')])
    expect(await sessionOf(browser)).toBeNull()
  })
})
