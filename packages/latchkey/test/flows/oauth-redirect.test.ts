import { skipCSRFCheck } from 'latchkey'
import { describe, expect, it, vi } from 'vitest'
import { BASE, createApp, createIdp, ORIGIN, oidcFor } from '../kit/app.ts'
import { Browser } from '../kit/browser.ts'

const app = createApp({ providers: [oidcFor(createIdp())] })

async function begin(browser: Browser, query = ''): Promise<URL> {
  const response = await browser.post(`${BASE}/signin/idp${query}`, { callbackUrl: '/after' })
  expect(response.status).toBe(302)
  return new URL(response.headers.get('location') ?? '')
}

describe('walk 1: a sign-in begins with a redirect to the provider', () => {
  // proves GEN-2, P-OA-1, P-OA-2, P-OA-3, §8.3, §10.1, §10.1 a, §10.1 b, §10.1 d, §20 Q-16
  it('carries state, nonce and an S256 challenge', async () => {
    const url = await begin(new Browser(app))
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
  it('never uses one of them twice', async () => {
    const browser = new Browser(app)
    const [first, second] = [await begin(browser), await begin(browser)]
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(first.searchParams.get(name)).not.toBe(second.searchParams.get(name))
  })

  it('waits for no answer that another sign-in is waiting for', async () => {
    const idp = createIdp('https://id.test', { respond: () => new Promise(() => {}) })
    const here = createApp({ providers: [oidcFor(idp)] })
    const stuck = new Browser(here).post(`${BASE}/signin/idp`)
    await vi.waitFor(() => expect(idp.requests).toHaveLength(1))
    idp.faults.respond = undefined
    expect((await begin(new Browser(here))).origin).toBe('https://id.test')
    await expect(Promise.race([stuck, 'still waiting'])).resolves.toBe('still waiting')
  })

  // proves P-OA-1, P-OA-2, P-CK-1, P-CK-5, §4.1 state, §5.5
  it('seals the transaction into a cookie that only the browser can bring back', async () => {
    const browser = new Browser(app)
    const state = (await begin(browser)).searchParams.get('state') ?? ''
    const cookie = browser.cookies(ORIGIN).find(({ name }) => name.startsWith('__Host-latchkey.transaction.'))
    expect(cookie?.header).toMatch(/; Max-Age=900; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    expect(cookie?.value.split('.')).toHaveLength(5)
    expect(cookie?.header).not.toContain(state)
  })

  // proves P-DS-4, P-CK-6
  it('keeps five sign-ins at once; a sixth takes the place of the oldest', async () => {
    const browser = new Browser(app)
    const names = (): string[] =>
      browser
        .cookies(ORIGIN)
        .map(({ name }) => name)
        .filter((name) => name.includes('.transaction.'))
    for (let count = 0; count < 5; count++) await begin(browser)
    const [oldest = '', ...others] = names()
    await begin(browser)
    expect(names()).toHaveLength(5)
    expect(names()).not.toContain(oldest)
    expect(names()).toEqual(expect.arrayContaining(others))
  })

  // proves P-OA-6, §10.1 c
  it('hands on parameters of the caller, but none that the flow depends on', async () => {
    const hostile =
      'prompt=login&login_hint=ann&state=x&nonce=x&redirect_uri=https://evil.test&client_id=x&scope=admin&response_type=token'
    const more =
      '&code_challenge=x&code_challenge_method=plain&response_mode=fragment&request_uri=https://evil.test&request=x'
    const { searchParams } = await begin(new Browser(app), `?${hostile}${more}`)
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
  it('answers a script with the URL instead of a redirect', async () => {
    const response = await new Browser(app).post(`${BASE}/signin/idp`, {}, { 'x-auth-return-redirect': '1' })
    expect(response.status).toBe(200)
    const { url } = (await response.json()) as { url: string }
    expect(url).toMatch(/^https:\/\/id\.test\/authorize\?/)
  })

  // proves P-CS-1, P-CS-4, §2.5, §4.4 e, §14 MissingCSRF
  it.each([
    ['another site', { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }],
    ['a neighbouring host', { origin: 'https://other.app.test', 'sec-fetch-site': 'same-site' }],
    ['another site, by an old browser', { origin: 'https://evil.test', 'sec-fetch-site': '' }],
    ['a sandboxed frame', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ])('refuses a form from %s', async (_, headers) => {
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
  it('takes the double-submit token of a client that says neither Origin nor Sec-Fetch-Site', async () => {
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
  it('refuses a token that somebody planted together with its cookie', async () => {
    const browser = new Browser(app)
    browser.plant(ORIGIN, '__Host-latchkey.csrf-token', `${'a'.repeat(64)}|${'b'.repeat(64)}`)
    const body = new URLSearchParams({ csrfToken: 'a'.repeat(64) })
    const response = await browser.send(`${BASE}/signin/idp`, { method: 'POST', body })
    expect(response.headers.get('location')).toBe(`${BASE}/signin?error=MissingCSRF`)
  })

  // proves CFG-37, P-CS-1, P-CF-2, §3 GET /csrf, §4.4 f
  it('refuses a foreign form also with a valid token, and where no token is asked for', async () => {
    const foreign = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }
    const browser = new Browser(app)
    const { csrfToken } = (await (await browser.get(`${BASE}/csrf`)).json()) as { csrfToken: string }
    const refused = await browser.post(`${BASE}/signin/idp`, { csrfToken }, foreign)
    expect(refused.headers.get('location')).toBe(`${BASE}/signin?error=MissingCSRF`)
    const lax = new Browser(createApp({ providers: [oidcFor(createIdp())], skipCSRFCheck }))
    expect((await lax.post(`${BASE}/signin/idp`, {}, foreign)).headers.get('location')).toBe(
      `${BASE}/signin?error=MissingCSRF`,
    )
    const silent = await lax.send(`${BASE}/signin/idp`, { method: 'POST' })
    expect(silent.headers.get('location')).toMatch(/^https:\/\/id\.test\/authorize/)
    expect((await lax.get(`${BASE}/csrf`)).status).toBe(404)
  })

  // proves §2.2 a, §2.5, P-LG-3
  it('tells an unknown provider as a fault of the configuration, with a reference that is in the log', async () => {
    const app = createApp()
    const response = await new Browser(app).post(`${BASE}/signin/nobody`)
    const url = new URL(response.headers.get('location') ?? '')
    expect(url.pathname + url.search).toMatch(/^\/auth\/error\?error=Configuration&reference=[0-9a-f]{8}$/)
    expect(app.log[0]?.details[0]).toMatchObject({ reference: url.searchParams.get('reference') })
    expect(app.errors).toEqual(['UnknownProvider'])
  })
})
