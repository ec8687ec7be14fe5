import { BASE, createApp, createIdp, ORIGIN, oidcFor } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import {
  CALLBACK_ERROR,
  plainOAuth,
  readRejection,
  setUp,
  signIn,
  startSignIn,
} from '@latchkey/test-support/kit/oauth-callback.ts'
import { customFetch } from 'latchkey'
import { describe, expect, it, vi } from 'vitest'

describe('the endpoints of a provider', () => {
  // proves P-DS-4, P-OA-5
  it('fetches the metadata and keys of a provider once for many sign-ins', async () => {
    const setup = setUp()
    for (let count = 0; count < 3; count++) await signIn(setup)
    expect(setup.idp.requests.filter((path) => path !== '/token')).toEqual([
      '/.well-known/openid-configuration',
      '/jwks',
    ])
  })

  it('fetches the metadata again after an hour', async () => {
    const setup = setUp()
    await signIn(setup)
    vi.useFakeTimers({ now: Date.now() + 60 * 60 * 1000 + 1, toFake: ['Date'] })
    await startSignIn(setup.browser)
    vi.useRealTimers()
    expect(setup.idp.requests.filter((path) => path.startsWith('/.well-known/'))).toHaveLength(2)
  })

  // proves P-OA-9, P-PR-1, §20 Q-20
  it('rejects endpoints without TLS in metadata from an https issuer', async () => {
    for (const endpoint of ['token_endpoint', 'jwks_uri'] as const) {
      for (const url of [
        'http://id.test/token',
        'http://169.254.169.254/latest',
        'http://localhost:8080/',
        'ftp://id.test/x',
      ]) {
        const setup = setUp({ discovery: { [endpoint]: url } })
        expect(await readRejection(setup, await signIn(setup))).toEqual({
          page: '/auth/error',
          error: 'Configuration',
          logged: expect.stringMatching(/^(InvalidEndpoints|CallbackRouteError)$/),
        })
        expect(setup.idp.urls).not.toContain(url)
      }
    }
    const setup = setUp({ discovery: { authorization_endpoint: 'http://id.test/authorize' } })
    expect((await setup.browser.post(`${BASE}/signin/idp`)).headers.get('location')).toMatch(
      /\/auth\/error\?error=Configuration/,
    )
    expect(setup.app.errors).toEqual(['InvalidEndpoints'])
  })

  // proves P-OA-9, P-PR-2
  it('rejects a loopback endpoint in the metadata of an issuer with a private address', async () => {
    const idp = createIdp('https://192.168.0.7', {
      discovery: { authorization_endpoint: 'http://127.0.0.1:8080/authorize' },
    })
    const app = createApp({ providers: [oidcFor(idp)] })
    await startSignIn(new Browser(app))
    expect(app.errors).toEqual(['InvalidEndpoints'])
  })

  // proves AUD-F24, P-PR-2
  it.each([
    '192.0.0.192',
    '198.18.0.1',
    '224.0.0.1',
    '[::7f00:1]',
    '[2002:a00:1::1]',
    '[fec0::1]',
    '[ff02::1]',
  ])('does not call a token endpoint at the special address %s from the metadata', async (host) => {
    const setup = setUp({ discovery: { token_endpoint: `https://${host}/token` } })
    await signIn(setup)
    expect(setup.idp.urls.filter((url) => url.includes(host))).toEqual([])
    expect(setup.app.errors).toEqual(['InvalidEndpoints'])
  })

  // proves P-OA-9
  it('rejects metadata that names another issuer', async () => {
    const setup = setUp({ discovery: { issuer: 'https://evil.test' } })
    expect((await setup.browser.post(`${BASE}/signin/idp`)).headers.get('location')).toMatch(
      /\/auth\/error\?error=Configuration/,
    )
  })

  // proves P-PR-1, P-OA-12, §8.2 h
  it('does not follow a redirect of the token or userinfo endpoint', async () => {
    const responses = [
      () => Response.json({ access_token: 'at', token_type: 'bearer' }),
      () => new Response(null, { status: 302, headers: { location: 'https://evil.test/collect' } }),
    ]
    const sent: { url: string; redirect: string | undefined }[] = []
    const send: typeof fetch = async (input, init) => {
      sent.push({ url: String(input), redirect: init?.redirect })
      return responses.shift()?.() ?? new Response('no', { status: 404 })
    }
    const setup = setUp({}, {})
    const app = createApp({ providers: [{ ...plainOAuth, [customFetch]: send }] })
    const browser = new Browser(app)
    const state = new URL(await startSignIn(browser, 'plain')).searchParams.get('state') ?? ''
    expect(
      await readRejection(
        { ...setup, app, browser },
        await browser.get(`${BASE}/callback/plain?code=x&state=${state}`),
      ),
    ).toEqual(CALLBACK_ERROR)
    expect(sent).toEqual([
      { url: 'https://plain.test/token', redirect: 'manual' },
      { url: 'https://plain.test/userinfo', redirect: 'manual' },
    ])
  })

  // proves GEN-4, §8.2, §10.2 b
  it('ignores `iss` and the ID token of a provider without issuer, and logs the issuer', async () => {
    const responses: unknown[] = [
      { access_token: 'at', token_type: 'bearer', id_token: 'ey.unverified.x' },
      { id: 7, name: 'Ann' },
    ]
    const send: typeof fetch = async () => Response.json(responses.shift())
    const accounts: unknown[] = []
    const app = createApp({
      providers: [{ ...plainOAuth, [customFetch]: send }],
      events: { signIn: ({ account }) => accounts.push(account) },
    })
    const browser = new Browser(app)
    const state = new URL(await startSignIn(browser, 'plain')).searchParams.get('state') ?? ''
    const response = await browser.get(`${BASE}/callback/plain?code=x&state=${state}&iss=https://other.test`)
    expect(response.headers.get('location')).toBe(`${ORIGIN}/after`)
    expect(accounts).toEqual([expect.objectContaining({ providerAccountId: '7', access_token: 'at' })])
    expect(accounts[0]).not.toHaveProperty('id_token')
    // For the developer: this provider has an issuer now.
    const logged = app.log.filter(({ entry }) => entry === 'issuer named').map(({ details }) => details)
    expect(logged).toEqual([[{ provider: 'plain', issuer: 'https://other.test' }]])
  })

  // proves P-PR-1
  it('stops waiting for a provider after ten seconds', async () => {
    vi.useFakeTimers()
    try {
      const setup = setUp({ respond: () => new Promise(() => {}) })
      const response = setup.browser.post(`${BASE}/signin/idp`)
      // The request is sent after some promises.
      while (setup.idp.requests.length === 0) await vi.advanceTimersByTimeAsync(0)
      await vi.advanceTimersByTimeAsync(9_900)
      expect(setup.app.errors).toEqual([])
      await vi.advanceTimersByTimeAsync(200)
      expect((await response).status).toBe(503)
    } finally {
      vi.useRealTimers()
    }
  })
})
