import {
  type App,
  BASE,
  createApp,
  createIdp,
  oidcFor,
  passwordProvider,
} from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import {
  type Fault,
  type FaultyServer,
  startFaultyIdp,
  TIMEOUT,
} from '@latchkey/test-support/kit/faulty-server.ts'
import type { Idp } from '@latchkey/test-support/kit/idp.ts'
import { plainOAuth, startSignIn } from '@latchkey/test-support/kit/oauth-callback.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import { type AuthConfig, customFetch, type OIDCConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'

const DISCOVERY = '/.well-known/openid-configuration'
const open: FaultyServer[] = []

afterEach(() => {
  vi.useRealTimers()
})
// Tests that wait for a time limit run at the same time.
afterAll(() => Promise.all(open.map((server) => server.close())))

interface Setup {
  readonly app: App
  readonly server: FaultyServer & { readonly idp: Idp }
  readonly browser: Browser
}

/** An application with a password, and a provider on a real server. */
async function setUp(options: Partial<OIDCConfig> = {}, config: Partial<AuthConfig> = {}): Promise<Setup> {
  const server = await startFaultyIdp()
  open.push(server)
  const app = createApp({
    timeouts: { oauth: TIMEOUT },
    providers: [passwordProvider, oidcFor(server.idp, { [customFetch]: undefined, ...options })],
    ...config,
  })
  return { app, server, browser: new Browser(app) }
}

/** What the browser shows if a service is not available. */
async function shown(response: Response): Promise<unknown> {
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    title: /<h1>(.*?)<\/h1>/.exec(await response.text())?.[1],
    sessionCookies: response.headers.getSetCookie().filter((cookie) => cookie.includes('session-token')),
  }
}

const UNAVAILABLE = {
  status: 503,
  retryAfter: '5',
  title: 'Not available at the moment',
  sessionCookies: [],
}

/** A callback leads away from its URL, which contains a code, to the error page. */
async function expectErrorPage(browser: Browser, callback: string): Promise<void> {
  const redirect = await browser.get(callback)
  expect(redirect.headers.get('location')).toMatch(/\/auth\/error\?error=ServiceUnavailable&reference=/)
  const { response } = await browser.follow(redirect)
  expect(await shown(response)).toEqual(UNAVAILABLE)
}

function later(seconds: number): void {
  vi.useFakeTimers({ now: Date.now() + seconds * 1000, toFake: ['Date'] })
}

const faults: Fault[] = ['hang', 'late', 'drip', 'reset', 'status 503']
const endpoints = [DISCOVERY, '/token', '/jwks', '/userinfo']
const cases = endpoints.flatMap((path) => faults.map((fault) => ({ path, fault })))

describe('a provider that is not available', () => {
  // proves P-DS-4
  it.concurrent.each(cases)(
    'causes a 503 page, and users stay signed in: $path, $fault',
    async ({ path, fault }) => {
      const adapter = memory()
      const { app, server, browser } = await setUp(
        { idToken: false },
        { adapter, session: { strategy: 'jwt' } },
      )
      await browser.post(`${BASE}/callback/credentials`, { email: 'ben@example.com', password: 'right' })
      const before = await readSession(browser)
      server.faults[path] = fault
      const started = await browser.post(`${BASE}/signin/idp`)
      if (path === DISCOVERY) expect(await shown(started)).toEqual(UNAVAILABLE)
      else await expectErrorPage(browser, server.idp.agree(started.headers.get('location') ?? '').href)
      expect(app.errors).toEqual(['ServiceUnavailable'])
      await server.settled().catch(() => {})
      expect(await readSession(browser)).toEqual(before)
      expect(before).toMatchObject({ user: { email: 'ben@example.com' } })
      expect(await adapter.getUserByEmail?.('ann@example.com')).toBeNull()
    },
    20_000,
  )

  it('is reported to a script as JSON', async () => {
    const { server, browser } = await setUp()
    server.faults['*'] = 'reset'
    const response = await browser.post(`${BASE}/signin/idp`, {}, { 'x-auth-return-redirect': '1' })
    expect({ status: response.status, body: await response.json() }).toMatchObject({
      status: 503,
      body: { error: 'ServiceUnavailable', url: expect.stringContaining('error=ServiceUnavailable') },
    })
    expect(response.headers.get('retry-after')).toBe('5')
  })

  it('redirects to the error page of the application, if it has one', async () => {
    const { server, browser } = await setUp({}, { pages: { error: '/oops' } })
    server.faults['/token'] = 'reset'
    const response = await browser.get(server.idp.agree(await startSignIn(browser)).href)
    expect(response.headers.get('location')).toMatch(/^https:\/\/app\.test\/oops\?error=ServiceUnavailable/)
  })

  it('differs from one that rejects a sign-in', async () => {
    const { app, server, browser } = await setUp()
    server.idp.faults.tokenStatus = 400
    server.idp.faults.token = { error: 'invalid_grant' }
    const response = await browser.get(server.idp.agree(await startSignIn(browser)).href)
    expect(response.headers.get('location')).toContain('/auth/error?error=Configuration')
    expect(app.errors).toEqual(['CallbackRouteError'])
  })

  it('is called again for the next sign-in after a rejection, however many there are', async () => {
    const { server, browser } = await setUp()
    server.idp.faults.tokenStatus = 400
    server.idp.faults.token = { error: 'invalid_grant' }
    for (let count = 0; count < 5; count++)
      await browser.get(server.idp.agree(await startSignIn(browser)).href)
    delete server.idp.faults.tokenStatus
    delete server.idp.faults.token
    await browser.get(server.idp.agree(await startSignIn(browser)).href)
    expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
  })
})

describe('functions of the application that never end', () => {
  const never = (): Promise<never> => new Promise(() => {})
  const endless = (): Promise<Response> =>
    Promise.resolve(new Response(new ReadableStream({ pull: never }), { status: 200 }))

  it.concurrent.each([
    ['fetch', { [customFetch]: never as unknown as typeof fetch }],
    ['a body from fetch', { [customFetch]: endless as unknown as typeof fetch }],
  ])('cause a 503 page at the start of a sign-in: %s', async (_, options) => {
    const { app, browser } = await setUp(options)
    expect(await shown(await browser.post(`${BASE}/signin/idp`))).toEqual(UNAVAILABLE)
    expect(app.errors).toEqual(['ServiceUnavailable'])
  })

  it.concurrent.each([
    ['profile', { profile: never }],
    ['userinfo.request', { userinfo: { url: 'https://plain.test/me', request: never } }],
    ['token.conform', { token: { url: 'https://plain.test/token', conform: never } }],
  ])('cause a 503 page at the callback of a sign-in: %s', async (_, options) => {
    const respond: typeof fetch = async () =>
      Response.json({ access_token: 'at', token_type: 'bearer', id: 'ann' })
    const provider = { ...plainOAuth, [customFetch]: respond, ...options }
    const app = createApp({ timeouts: { oauth: TIMEOUT }, providers: [provider] })
    const browser = new Browser(app)
    const state = new URL(await startSignIn(browser, 'plain')).searchParams.get('state')
    await expectErrorPage(browser, `${BASE}/callback/plain?code=x&state=${state}`)
    expect(app.errors).toEqual(['ServiceUnavailable'])
  })
})

describe('a provider that is down', () => {
  // proves AUD-S6
  it('is asked for its metadata again only after some seconds', async () => {
    const { server, browser } = await setUp()
    server.faults[DISCOVERY] = 'reset'
    for (let count = 0; count < 3; count++)
      expect(await shown(await browser.post(`${BASE}/signin/idp`))).toEqual(UNAVAILABLE)
    expect(server.requests).toEqual([DISCOVERY])
    delete server.faults[DISCOVERY]
    later(6)
    expect(await startSignIn(browser)).toMatch(`${server.url}/authorize`)
  })

  // proves AUD-S6
  it('is asked again after some seconds for metadata that were invalid', async () => {
    const { app, server, browser } = await setUp()
    server.idp.faults.discovery = { issuer: 'https://evil.test' }
    for (let count = 0; count < 2; count++) await browser.post(`${BASE}/signin/idp`)
    expect({ requests: server.requests, errors: app.errors }).toEqual({
      requests: [DISCOVERY],
      errors: ['CallbackRouteError', 'CallbackRouteError'],
    })
    delete server.idp.faults.discovery
    later(6)
    expect(await startSignIn(browser)).toMatch(`${server.url}/authorize`)
  })

  // proves P-DS-4
  it('gets a bounded number of requests at the same time', async () => {
    const { app, server } = await setUp()
    server.faults['*'] = 'hang'
    const start = (): Promise<Response> => new Browser(app).post(`${BASE}/signin/idp`)
    const responses = await Promise.all(Array.from({ length: 150 }, start))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([503]))
    expect(server.requests.length).toBeLessThanOrEqual(100)
  }, 20_000)

  // proves P-DS-4
  it('is called once in some seconds after three failures, until it responds', async () => {
    const { server, browser } = await setUp()
    const attempt = async (): Promise<string> => {
      const response = await browser.get(server.idp.agree(await startSignIn(browser)).href)
      return new URL(response.headers.get('location') ?? '').pathname
    }
    expect(await attempt()).toBe('/after')
    server.faults['*'] = 'reset'
    server.requests.length = 0
    for (let count = 0; count < 6; count++) expect(await attempt()).toBe('/auth/error')
    expect(server.requests).toEqual(['/token', '/token', '/token'])
    later(6)
    for (let count = 0; count < 2; count++) expect(await attempt()).toBe('/auth/error')
    expect(server.requests).toHaveLength(4)
    delete server.faults['*']
    later(6)
    for (let count = 0; count < 2; count++) expect(await attempt()).toBe('/after')
  }, 20_000)

  it('does not prevent calls to other providers', async () => {
    const { app, server, browser } = await setUp()
    server.faults['*'] = 'reset'
    for (let count = 0; count < 4; count++) await browser.post(`${BASE}/signin/idp`)
    const other = createIdp()
    const second = createApp({ providers: [oidcFor(other)] })
    expect(await startSignIn(new Browser(second))).toMatch(/^https:\/\/id\.test\/authorize/)
    expect(new Set(app.errors)).toEqual(new Set(['ServiceUnavailable']))
  })
})
