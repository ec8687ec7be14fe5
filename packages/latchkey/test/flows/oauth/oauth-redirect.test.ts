import { BASE, createApp, createIdp, ORIGIN, oidcFor } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { skipCSRFCheck } from 'latchkey'
import { describe, expect, it, vi } from 'vitest'

const app = createApp({ providers: [oidcFor(createIdp())] })

async function startSignIn(browser: Browser, query = ''): Promise<URL> {
  const response = await browser.post(`${BASE}/signin/idp${query}`, { callbackUrl: '/after' })
  expect(response.status).toBe(302)
  return new URL(response.headers.get('location') ?? '')
}

describe('the redirect to an OAuth provider', () => {
  // proves GEN-2, P-OA-1, P-OA-2, P-OA-3, §8.3, §10.1, §10.1 a, §10.1 b, §10.1 d, §20 Q-16
  it('carries state, nonce and an S256 challenge', async () => {
    const url = await startSignIn(new Browser(app))
    expect(url.origin + url.pathname).toBe('https://id.test/authorize')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: 'app',
      redirect_uri: `${BASE}/callback/idp`,
      scope: 'openid profile email',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
  })

  // proves P-OA-1
  it('uses a new state, nonce and challenge for each sign-in', async () => {
    const browser = new Browser(app)
    const [first, second] = [await startSignIn(browser), await startSignIn(browser)]
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(first.searchParams.get(name)).not.toBe(second.searchParams.get(name))
  })

  it('does not wait for the metadata request of another sign-in', async () => {
    const idp = createIdp('https://id.test', { respond: () => new Promise(() => {}) })
    const app = createApp({ providers: [oidcFor(idp)] })
    const stuck = new Browser(app).post(`${BASE}/signin/idp`)
    await vi.waitFor(() => expect(idp.requests).toHaveLength(1))
    idp.faults.respond = undefined
    expect((await startSignIn(new Browser(app))).origin).toBe('https://id.test')
    await expect(Promise.race([stuck, 'still waiting'])).resolves.toBe('still waiting')
  })

  // proves P-OA-1, P-OA-2, P-CK-1, P-CK-5, §4.1 state, §5.5
  it('stores the encrypted transaction in an HttpOnly cookie for fifteen minutes', async () => {
    const browser = new Browser(app)
    const state = (await startSignIn(browser)).searchParams.get('state') ?? ''
    const cookie = browser.cookies(ORIGIN).find(({ name }) => name.startsWith('__Host-latchkey.transaction.'))
    expect(cookie?.header).toMatch(/; Max-Age=900; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    expect(cookie?.value.split('.')).toHaveLength(5)
    expect(cookie?.header).not.toContain(state)
  })

  // proves P-DS-4, P-CK-6
  it('keeps up to five sign-ins per browser, and replaces the oldest', async () => {
    const browser = new Browser(app)
    const names = (): string[] =>
      browser
        .cookies(ORIGIN)
        .map(({ name }) => name)
        .filter((name) => name.includes('.transaction.'))
    for (let count = 0; count < 5; count++) await startSignIn(browser)
    const [oldest = '', ...others] = names()
    await startSignIn(browser)
    expect(names()).toHaveLength(5)
    expect(names()).not.toContain(oldest)
    expect(names()).toEqual(expect.arrayContaining(others))
  })

  // proves AUD-F22, P-CK-6
  it('keeps fewer sign-ins with long callback URLs, so that all cookies stay below 8 KB', async () => {
    const idp = createIdp()
    const browser = new Browser(createApp({ providers: [oidcFor(idp)] }))
    const callbackUrl = `/${'a'.repeat(2030)}`
    const signInPage = `${BASE}/signin?${new URLSearchParams({ callbackUrl })}`
    for (let count = 0; count < 5; count++) {
      await browser.get(signInPage)
      await browser.post(`${BASE}/signin/idp`, { callbackUrl })
      await browser.get(signInPage)
      expect(browser.cookiesFor(ORIGIN).length).toBeLessThan(8192)
    }
    const start = await browser.post(`${BASE}/signin/idp`, { callbackUrl })
    const callback = await browser.get(idp.agree(start.headers.get('location') ?? '').href)
    expect(callback.headers.get('location')).toBe(ORIGIN + callbackUrl)
  })

  // proves P-OA-6, §10.1 c
  it('forwards query parameters to the provider, except those that the flow sets itself', async () => {
    const overriding =
      'prompt=login&login_hint=ann&state=x&nonce=x&redirect_uri=https://evil.test&client_id=x&scope=admin&response_type=token'
    const more =
      '&code_challenge=x&code_challenge_method=plain&response_mode=fragment&request_uri=https://evil.test&request=x'
    const { searchParams } = await startSignIn(new Browser(app), `?${overriding}${more}`)
    expect(searchParams.get('prompt')).toBe('login')
    expect(searchParams.get('login_hint')).toBe('ann')
    expect(searchParams.get('scope')).toBe('openid profile email')
    expect(searchParams.get('response_type')).toBe('code')
    expect(searchParams.get('client_id')).toBe('app')
    expect(searchParams.get('redirect_uri')).toBe(`${BASE}/callback/idp`)
    expect(searchParams.get('code_challenge_method')).toBe('S256')
    expect([...searchParams.values()].filter((value) => value === 'x' || value.includes('evil'))).toEqual([])
    expect(
      searchParams.has('request') || searchParams.has('request_uri') || searchParams.has('response_mode'),
    ).toBe(false)
  })

  // proves §2.6
  it('returns the URL as JSON to a script', async () => {
    const response = await new Browser(app).post(`${BASE}/signin/idp`, {}, { 'x-auth-return-redirect': '1' })
    expect(response.status).toBe(200)
    const { url } = (await response.json()) as { url: string }
    expect(url).toMatch(/^https:\/\/id\.test\/authorize\?/)
  })

  // proves P-CS-1, P-CS-4, §2.5, §4.4 e, §14 MissingCSRF
  it.each([
    ['another site', { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }],
    ['another host of the same site', { origin: 'https://other.app.test', 'sec-fetch-site': 'same-site' }],
    ['another site without Sec-Fetch-Site', { origin: 'https://evil.test', 'sec-fetch-site': '' }],
    ['a sandboxed frame', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ])('rejects a form from %s', async (_, headers) => {
    const app = createApp({ providers: [oidcFor(createIdp())] })
    const browser = new Browser(app)
    const { 'sec-fetch-site': site, origin } = headers
    const sent = new Headers({
      accept: 'text/html',
      origin,
      'content-type': 'application/x-www-form-urlencoded',
    })
    if (site) sent.set('sec-fetch-site', site)
    const response = await browser.send(`${BASE}/signin/idp`, { method: 'POST', headers: sent, body: '' })
    expect(response.headers.get('location')).toBe(`${BASE}/signin?error=MissingCSRF`)
    expect(browser.cookies(ORIGIN)).toEqual([])
    expect(app.errors).toEqual(['MissingCSRF'])
  })

  // proves P-CS-2, §3 GET /csrf, §4.4, §4.4 b, §4.4 c, §4.4 d, §4.4 e
  it('requires a valid CSRF token from a client that sends neither Origin nor Sec-Fetch-Site', async () => {
    const browser = new Browser(app)
    const send = (csrfToken: string): Promise<Response> =>
      browser.send(`${BASE}/signin/idp`, { method: 'POST', body: new URLSearchParams({ csrfToken }) })
    expect((await send('')).headers.get('location')).toBe(`${BASE}/signin?error=MissingCSRF`)
    const { csrfToken } = (await (await browser.get(`${BASE}/csrf`)).json()) as { csrfToken: string }
    expect(csrfToken).toMatch(/^[0-9a-f]{64}$/)
    expect((await send('0'.repeat(64))).headers.get('location')).toBe(`${BASE}/signin?error=MissingCSRF`)
    expect((await send(csrfToken)).headers.get('location')).toMatch(/^https:\/\/id\.test\/authorize/)
  })

  // proves P-CS-2, §4.4 a
  it('rejects a CSRF token that an attacker planted together with its cookie', async () => {
    const browser = new Browser(app)
    browser.plant(ORIGIN, '__Host-latchkey.csrf-token', `${'a'.repeat(64)}|${'b'.repeat(64)}`)
    const body = new URLSearchParams({ csrfToken: 'a'.repeat(64) })
    const response = await browser.send(`${BASE}/signin/idp`, { method: 'POST', body })
    expect(response.headers.get('location')).toBe(`${BASE}/signin?error=MissingCSRF`)
  })

  // proves CFG-37, P-CS-1, P-CF-2, §3 GET /csrf, §4.4 f
  it('rejects a cross-site form also with a valid CSRF token or with `skipCSRFCheck`', async () => {
    const crossSite = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }
    const browser = new Browser(app)
    const { csrfToken } = (await (await browser.get(`${BASE}/csrf`)).json()) as { csrfToken: string }
    const rejected = await browser.post(`${BASE}/signin/idp`, { csrfToken }, crossSite)
    expect(rejected.headers.get('location')).toBe(`${BASE}/signin?error=MissingCSRF`)
    const unchecked = new Browser(createApp({ providers: [oidcFor(createIdp())], skipCSRFCheck }))
    expect((await unchecked.post(`${BASE}/signin/idp`, {}, crossSite)).headers.get('location')).toBe(
      `${BASE}/signin?error=MissingCSRF`,
    )
    const withoutHeaders = await unchecked.send(`${BASE}/signin/idp`, { method: 'POST' })
    expect(withoutHeaders.headers.get('location')).toMatch(/^https:\/\/id\.test\/authorize/)
    expect((await unchecked.get(`${BASE}/csrf`)).status).toBe(404)
  })

  // proves §2.2 a, §2.5, P-LG-3
  it('shows an unknown provider as a configuration error, with the reference of the log entry', async () => {
    const app = createApp()
    const response = await new Browser(app).post(`${BASE}/signin/unknown`)
    const url = new URL(response.headers.get('location') ?? '')
    expect(url.pathname + url.search).toMatch(/^\/auth\/error\?error=Configuration&reference=[0-9a-f]{8}$/)
    expect(app.log[0]?.details[0]).toMatchObject({ reference: url.searchParams.get('reference') })
    expect(app.errors).toEqual(['UnknownProvider'])
  })
})
