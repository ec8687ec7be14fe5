import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import express, { type Router } from 'express'
import type { Adapter } from 'latchkey'
import { memoryStore } from 'latchkey'
import { decode } from 'latchkey/jwt'
import { type Handler, Latchkey, type LatchkeyResult } from 'latchkey/next'
import OIDC from 'latchkey/providers/oidc'
import { NextRequest } from 'next/server.js'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startProvider } from '../../../../playground/provider.ts'
import { Browser } from '../kit/browser.ts'
import { isolateEnvironment } from '../kit/environment.ts'
import { type PageFiles, writePageFiles } from '../kit/page-files.ts'
import { completeAtProvider } from '../kit/playground.ts'

/** The cookies that `cookies()` of Next.js returns while a handler runs: those of the request. */
const sent = vi.hoisted(() => new Map<string, string>())
vi.mock('next/headers.js', () => ({
  cookies: async () => ({
    get: (name: string) => (sent.has(name) ? { value: sent.get(name) } : undefined),
  }),
}))

const APP = 'http://app.localhost:5174'
const AUTH = `${APP}/api/auth`
const SECRET = 'a secret that is long enough for every test here'
const COOKIE = 'latchkey.session-token'
const HOUR = 60 * 60 * 1000

/** The files of the page "Call a provider's API". */
let page: PageFiles
let provider: Awaited<ReturnType<typeof startProvider>>
let requests: string[] = []
const client = {
  clientId: 'files',
  clientSecret: 'the secret: of the tests',
  redirectUris: [`${AUTH}/callback/acme`],
}

isolateEnvironment()
beforeAll(async () => {
  page = await writePageFiles('provider-api')
  provider = await startProvider({
    clients: [client],
    onRequest: ({ method, path }) => requests.push(`${method} ${path}`),
  })
})
beforeEach(() => {
  requests = []
  vi.stubEnv('AUTH_SECRET', SECRET)
  vi.stubEnv('AUTH_URL', APP)
  vi.stubEnv('AUTH_ACME_ISSUER', provider.issuer)
  vi.stubEnv('AUTH_ACME_ID', client.clientId)
  vi.stubEnv('AUTH_ACME_SECRET', client.clientSecret)
  vi.stubEnv('ACME_API', provider.issuer)
  vi.stubEnv('DATABASE_PATH', ':memory:')
  sent.clear()
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  // A configuration keeps the secrets of its first request.
  vi.resetModules()
})
afterAll(async () => {
  await provider.close()
  await page.remove()
})

/** The application of the page: its endpoints, and the route handler that calls the API. */
async function openApplication(): Promise<Browser> {
  const { handlers } = await page.import<LatchkeyResult>('auth.ts')
  const { GET } = await page.import<{ GET: Handler }>('app/api/files/route.ts')
  return new Browser({
    origin: APP,
    fetch: async (request) => {
      const incoming = new NextRequest(request)
      for (const { name, value } of incoming.cookies.getAll()) sent.set(name, value)
      if (incoming.nextUrl.pathname === '/api/files') return (await GET(incoming, {} as never)) as Response
      return request.method === 'GET' ? handlers.GET(incoming) : handlers.POST(incoming)
    },
  })
}

/** Presses these buttons on the pages of the provider. */
async function signIn(browser: Browser, ...buttons: string[]): Promise<void> {
  const start = await browser.post(`${AUTH}/signin/acme`)
  await browser.get(await completeAtProvider(browser, APP, start, ...buttons))
}

async function signedIn(): Promise<Browser> {
  const browser = await openApplication()
  await signIn(browser, provider.users[0]?.name ?? '', 'Allow')
  requests = []
  return browser
}

async function tokenOf(browser: Browser) {
  const token = browser.cookies(APP).find(({ name }) => name === COOKIE)?.value
  return (await decode({ token, secret: SECRET, salt: COOKIE })) as {
    access_token: string
    refresh_token: string
    expires_at: number
  }
}

const passTime = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds)
const files = (browser: Browser) => browser.get(`${APP}/api/files`)
const refreshes = () => requests.filter((request) => request === 'POST /token').length

/** Revokes a refresh token at the provider, as when the user withdraws the consent. */
async function revoke(token: string): Promise<void> {
  const { clientId, clientSecret } = client
  const authorization = `Basic ${btoa(`${clientId}:${encodeURIComponent(clientSecret)}`)}`
  const body = new URLSearchParams({ token })
  const response = await fetch(`${provider.issuer}/token/revocation`, {
    method: 'POST',
    headers: { authorization },
    body,
  })
  expect(response.status).toBe(200)
}

describe('the API of a provider', () => {
  it('is called with the access token of the cookie, which the browser never receives', async () => {
    const browser = await signedIn()
    expect(await (await files(browser)).json()).toMatchObject({ name: provider.users[0]?.name })
    expect(requests).toEqual(['GET /me'])
    const session = await (await browser.get(`${AUTH}/session`)).text()
    expect(JSON.parse(session)).toMatchObject({ user: { name: provider.users[0]?.name } })
    const { access_token, refresh_token } = await tokenOf(browser)
    expect([access_token, refresh_token]).toEqual([expect.any(String), expect.any(String)])
    for (const token of [access_token, refresh_token]) expect(session).not.toContain(token)
  })

  it('is called after a rotation of the secret', async () => {
    vi.stubEnv('AUTH_SECRET_1', 'the new secret that is long enough, too')
    const browser = await signedIn()
    expect((await files(browser)).status).toBe(200)
  })

  it('is called by a route of Express', async () => {
    const browser = await signedIn()
    const { router } = await page.import<{ router: Router }>('files-route.ts')
    const server = express().use(router).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const cookie = browser
      .cookies(APP)
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')
    // As behind a proxy that serves the application.
    vi.stubEnv('AUTH_URL', `${APP}/auth`)
    const url = `http://127.0.0.1:${port}/api/files`
    const response = await fetch(url, { headers: { cookie } })
    expect(await response.json()).toMatchObject({ name: provider.users[0]?.name })
    expect((await fetch(url)).status).toBe(401)
    server.close()
  })

  it('is not called for signed-out visitors', async () => {
    expect((await files(await openApplication())).status).toBe(401)
    expect(requests).toEqual([])
  })
})

describe('an expired access token', () => {
  it('is refreshed once by parallel requests, and stored in the cookie', async () => {
    const browser = await signedIn()
    const before = await tokenOf(browser)
    passTime(HOUR)
    const responses = await Promise.all(Array.from({ length: 5 }, () => files(browser)))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(refreshes()).toBe(1)
    const after = await tokenOf(browser)
    expect(after.access_token).not.toBe(before.access_token)
    expect(after.expires_at * 1000).toBeGreaterThan(Date.now())
    expect((await files(browser)).status).toBe(200)
    expect(refreshes()).toBe(1)
  })

  it('ends the session when the refresh token was revoked, and a new sign-in helps', async () => {
    const browser = await signedIn()
    await revoke((await tokenOf(browser)).refresh_token)
    requests = []
    passTime(HOUR)
    expect((await files(browser)).status).toBe(401)
    expect(await (await browser.get(`${AUTH}/session`)).json()).toBeNull()
    expect(refreshes()).toBe(1)
    await signIn(browser, 'Allow')
    expect((await files(browser)).status).toBe(200)
  })

  it('keeps the session when the provider is unavailable', async () => {
    const browser = await signedIn()
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    passTime(HOUR)
    vi.stubEnv('AUTH_ACME_ISSUER', 'http://127.0.0.1:1')
    expect((await files(browser)).status).toBe(401)
    expect(await (await browser.get(`${AUTH}/session`)).json()).not.toBeNull()
    expect(error).toHaveBeenCalled()
    error.mockRestore()
    vi.stubEnv('AUTH_ACME_ISSUER', provider.issuer)
    expect((await files(browser)).status).toBe(200)
  })
})

describe('the tokens of a database session', () => {
  it('are read from the accounts, refreshed, and stored there', async () => {
    const { database, accessTokenOf } = await page.import<{
      database: Required<Adapter>
      accessTokenOf(userId: string): Promise<string | null>
    }>('database-tokens.ts')
    const { handlers } = Latchkey({
      adapter: database,
      store: memoryStore(),
      providers: [
        OIDC({
          id: 'acme',
          name: 'Acme',
          authorization: { params: { scope: 'openid profile email offline_access', prompt: 'consent' } },
        }),
      ],
      callbacks: { session: ({ session, user }) => ({ ...session, user: { ...session.user, id: user.id } }) },
    })
    const browser = new Browser({
      origin: APP,
      fetch: (request) => handlers[request.method === 'GET' ? 'GET' : 'POST'](new NextRequest(request)),
    })
    await signIn(browser, provider.users[0]?.name ?? '', 'Allow')
    const { user } = await (await browser.get(`${AUTH}/session`)).json()
    const first = await accessTokenOf(user.id)
    expect(first).toEqual(expect.any(String))
    requests = []
    passTime(HOUR)
    const refreshed = await Promise.all([accessTokenOf(user.id), accessTokenOf(user.id)])
    expect(new Set(refreshed).size).toBe(1)
    expect(refreshed[0]).not.toBe(first)
    expect(await accessTokenOf(user.id)).toBe(refreshed[0])
    expect(refreshes()).toBe(1)
    expect(await accessTokenOf('another user')).toBeNull()
  })
})
