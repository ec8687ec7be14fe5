import { customFetch } from 'latchkey'
import { describe, expect, it, vi } from 'vitest'
import { BASE, createApp, createIdp, ORIGIN, oidcFor } from '../kit/app.ts'
import { Browser } from '../kit/browser.ts'
import { begin, callback, plainOAuth, refused, setting } from '../kit/oauth-callback.ts'

describe('the endpoints of a provider', () => {
  // proves P-DS-4, P-OA-5
  it('discovers and fetches keys once for many sign-ins', async () => {
    const here = setting()
    for (let count = 0; count < 3; count++) await callback(here)
    expect(here.idp.requests.filter((path) => path !== '/token')).toEqual([
      '/.well-known/openid-configuration',
      '/jwks',
    ])
  })

  it('discovers again after an hour: a provider may move its endpoints', async () => {
    const here = setting()
    await callback(here)
    vi.useFakeTimers({ now: Date.now() + 60 * 60 * 1000 + 1, toFake: ['Date'] })
    await begin(here.browser)
    vi.useRealTimers()
    expect(here.idp.requests.filter((path) => path.startsWith('/.well-known/'))).toHaveLength(2)
  })

  // proves P-OA-9, P-PR-1, §20 Q-20
  it('takes no endpoint without TLS from a server that has it', async () => {
    for (const endpoint of ['token_endpoint', 'jwks_uri'] as const) {
      for (const url of [
        'http://id.test/token',
        'http://169.254.169.254/latest',
        'http://localhost:8080/',
        'ftp://id.test/x',
      ]) {
        const here = setting({ discovery: { [endpoint]: url } })
        expect(await refused(here, await callback(here))).toMatch(
          /^\/auth\/error\?error=Configuration (InvalidEndpoints|CallbackRouteError)$/,
        )
        expect(here.idp.urls).not.toContain(url)
      }
    }
    const here = setting({ discovery: { authorization_endpoint: 'http://id.test/authorize' } })
    expect((await here.browser.post(`${BASE}/signin/idp`)).headers.get('location')).toMatch(
      /\/auth\/error\?error=Configuration/,
    )
    expect(here.app.errors).toEqual(['InvalidEndpoints'])
  })

  // proves P-OA-9, P-PR-2
  it('takes no endpoint on this machine from a server beside it', async () => {
    const idp = createIdp('https://192.168.0.7', {
      discovery: { authorization_endpoint: 'http://127.0.0.1:8080/authorize' },
    })
    const app = createApp({ providers: [oidcFor(idp)] })
    await begin(new Browser(app))
    expect(app.errors).toEqual(['InvalidEndpoints'])
  })

  // proves P-OA-9
  it('takes no metadata of another issuer', async () => {
    const here = setting({ discovery: { issuer: 'https://evil.test' } })
    expect((await here.browser.post(`${BASE}/signin/idp`)).headers.get('location')).toMatch(
      /\/auth\/error\?error=Configuration/,
    )
  })

  // proves P-PR-1, P-OA-12, §8.2 h
  it('asks a provider nothing at the address that it redirects to', async () => {
    const answers = [
      () => Response.json({ access_token: 'at', token_type: 'bearer' }),
      () => new Response(null, { status: 302, headers: { location: 'https://evil.test/collect' } }),
    ]
    const asked: { url: string; redirect: string | undefined }[] = []
    const send: typeof fetch = async (input, init) => {
      asked.push({ url: String(input), redirect: init?.redirect })
      return answers.shift()?.() ?? new Response('no', { status: 404 })
    }
    const here = setting({}, {})
    const app = createApp({ providers: [{ ...plainOAuth, [customFetch]: send }] })
    const browser = new Browser(app)
    const state = new URL(await begin(browser, 'plain')).searchParams.get('state') ?? ''
    expect(
      await refused(
        { ...here, app, browser },
        await browser.get(`${BASE}/callback/plain?code=x&state=${state}`),
      ),
    ).toMatch(/CallbackRouteError$/)
    expect(asked).toEqual([
      { url: 'https://plain.test/token', redirect: 'manual' },
      { url: 'https://plain.test/userinfo', redirect: 'manual' },
    ])
  })

  // proves GEN-4, §8.2, §10.2 b
  it('of a provider without issuer, takes no word about the issuer', async () => {
    const answers: unknown[] = [
      { access_token: 'at', token_type: 'bearer', id_token: 'ey.unverified.x' },
      { id: 7, name: 'Ann' },
    ]
    const send: typeof fetch = async () => Response.json(answers.shift())
    const accounts: unknown[] = []
    const app = createApp({
      providers: [{ ...plainOAuth, [customFetch]: send }],
      events: { signIn: ({ account }) => accounts.push(account) },
    })
    const browser = new Browser(app)
    const state = new URL(await begin(browser, 'plain')).searchParams.get('state') ?? ''
    const response = await browser.get(
      `${BASE}/callback/plain?code=x&state=${state}&iss=https://whoever.test`,
    )
    expect(response.headers.get('location')).toBe(`${ORIGIN}/after`)
    expect(accounts).toEqual([expect.objectContaining({ providerAccountId: '7', access_token: 'at' })])
    expect(accounts[0]).not.toHaveProperty('id_token')
    // Whoever looks for it learns that this vendor has one meanwhile.
    const told = app.log.filter(({ entry }) => entry === 'issuer named').map(({ details }) => details)
    expect(told).toEqual([[{ provider: 'plain', issuer: 'https://whoever.test' }]])
  })

  // proves P-PR-1
  it('gives up on a server that is silent', async () => {
    const here = setting({ answer: () => new Promise(() => {}) })
    const controller = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(controller.signal)
    const response = here.browser.post(`${BASE}/signin/idp`)
    await vi.waitFor(() => expect(timeout).toHaveBeenCalledWith(10_000))
    timeout.mockRestore()
    controller.abort(new DOMException('too slow', 'TimeoutError'))
    expect((await response).headers.get('location')).toMatch(/\/auth\/error/)
  })
})
