import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { isolateEnvironment } from '@latchkey/test-support/kit/environment.ts'
import { type PageFiles, writePageFiles } from '@latchkey/test-support/kit/page-files.ts'
import { completeAtProvider } from '@latchkey/test-support/kit/playground.ts'
import { startProvider } from '@latchkey/test-support/servers/provider.ts'
import type { Express } from 'express'
import type { CurrentUser } from 'latchkey'
import type { LatchkeyResult } from 'latchkey/next'
import { NextRequest } from 'next/server.js'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

/** The request whose headers and cookies Next.js returns while a route handler runs. */
const current = vi.hoisted(() => ({ request: new Request('http://localhost'), cookies: [] as string[] }))
vi.mock('next/headers.js', async () => {
  const { NextRequest, NextResponse } = await import('next/server.js')
  return {
    headers: async () => current.request.headers,
    cookies: async () => {
      const { cookies } = new NextRequest(current.request)
      const set = (...args: [string, string, object]) => {
        const response = new NextResponse()
        response.cookies.set(...args)
        current.cookies.push(...response.headers.getSetCookie())
      }
      return { get: cookies.get.bind(cookies), getAll: cookies.getAll.bind(cookies), set }
    },
  }
})

const APP = 'http://app.localhost:5174'
const AUTH = `${APP}/api/auth`
const SECRET = 'a secret that is long enough for every test here'
const TOKENS = 'latchkey.provider-tokens'
const HOUR = 60 * 60 * 1000

/** The files of the page "Call a provider's API". */
let page: PageFiles
let provider: Awaited<ReturnType<typeof startProvider>>
let requests: string[] = []
/** While it is set, no request reaches the provider. */
let isDown = false
/** While it is set, no request reaches the API. */
let isApiDown = false
/** An access token that the API refuses, although it has not expired. */
let refused = ''
/** The latest access token that the provider issued. */
let accessToken = ''
/** The latest refresh token that the provider issued. */
let refreshToken = ''
const client = {
  clientId: 'files',
  clientSecret: 'the secret: of the tests',
  redirectUris: [`${AUTH}/callback/acme`, `${AUTH}/callback/acme-jobs`],
}

const API = 'https://api.acme.example'
const isOfApi = (input: unknown): input is Request => input instanceof Request && input.url.startsWith(API)
/** The provider is also the API: its user info has the name of the user. */
const atProvider = (request: Request) => new Request(request.url.replace(API, provider.issuer), request)

isolateEnvironment()
beforeAll(async () => {
  page = await writePageFiles('guides/provider-api')
  provider = await startProvider({
    clients: [client],
    onRequest: ({ method, path }) => requests.push(`${method} ${path}`),
  })
})
beforeEach(() => {
  requests = []
  isDown = false
  isApiDown = false
  refused = ''
  vi.stubEnv('AUTH_SECRET', SECRET)
  vi.stubEnv('AUTH_URL', APP)
  vi.stubEnv('AUTH_ACME_ISSUER', provider.issuer)
  vi.stubEnv('AUTH_ACME_ID', client.clientId)
  vi.stubEnv('AUTH_ACME_SECRET', client.clientSecret)
  vi.stubEnv('DATABASE_PATH', ':memory:')
  vi.stubEnv('JOBS_PATH', ':memory:')
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
    if (isDown || (isApiDown && isOfApi(args[0]))) throw new TypeError('fetch failed')
    if (isOfApi(args[0]) && refused !== '' && args[0].headers.get('authorization') === `Bearer ${refused}`)
      return new Response(null, { status: 401 })
    const response = await (isOfApi(args[0]) ? fetch(atProvider(args[0])) : fetch(...args))
    if (response.url === `${provider.issuer}/token`)
      ({ access_token: accessToken = '', refresh_token: refreshToken = '' } = await response.clone().json())
    return response
  })
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  // A configuration keeps the secrets of its first request.
  vi.resetModules()
})
afterAll(async () => {
  await provider.close()
  await page.remove()
})

/** The application of the page: its endpoints, and the route handler that calls the API. */
async function openApplication(file = 'auth.ts'): Promise<Browser> {
  const { handlers } = await page.import<LatchkeyResult>(file)
  const { GET } = await page.import<{ GET(): Promise<Response> }>('app/api/files/route.ts')
  return new Browser({
    origin: APP,
    async fetch(request) {
      const incoming = new NextRequest(request)
      if (incoming.nextUrl.pathname !== '/api/files')
        return request.method === 'GET' ? handlers.GET(incoming) : handlers.POST(incoming)
      current.request = request
      current.cookies = []
      const response = await GET()
      for (const cookie of current.cookies) response.headers.append('set-cookie', cookie)
      return response
    },
  })
}

/** Presses these buttons on the pages of the provider. */
async function signIn(browser: Browser, id: string, ...buttons: string[]): Promise<void> {
  const start = await browser.post(`${AUTH}/signin/${id}`)
  await browser.get(await completeAtProvider(browser, APP, start, ...buttons))
}

const ada = 'Ada Lovelace'

async function signedIn(): Promise<Browser> {
  const browser = await openApplication()
  await signIn(browser, 'acme', ada, 'Allow')
  requests = []
  return browser
}

const readCookies = (browser: Browser) => browser.cookiesFor(APP)
const passTime = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds)
const files = (browser: Browser) => browser.get(`${APP}/api/files`)
const refreshes = () => requests.filter((request) => request === 'POST /token').length
const readSession = async (browser: Browser) => (await browser.get(`${AUTH}/session`)).json()

/** Revokes the refresh token at the provider, as when the user withdraws the consent. */
async function revoke(): Promise<void> {
  const { clientId, clientSecret } = client
  const authorization = `Basic ${btoa(`${clientId}:${encodeURIComponent(clientSecret)}`)}`
  const body = new URLSearchParams({ token: refreshToken })
  const init = { method: 'POST', headers: { authorization }, body }
  expect((await fetch(`${provider.issuer}/token/revocation`, init)).status).toBe(200)
}

describe('the API of a provider', () => {
  // proves TOK-1, TOK-2, TOK-9
  it('is called with the access token of the cookie, which the browser never receives', async () => {
    const browser = await signedIn()
    expect(await (await files(browser)).json()).toMatchObject({ name: ada })
    expect(requests).toEqual(['GET /me'])
    expect(await readSession(browser)).toEqual({
      user: { name: ada, email: 'ada@example.com', image: expect.any(String) },
      expires: expect.any(String),
    })
  })

  // proves TOK-9
  it('is called after a rotation of the secret', async () => {
    const browser = await signedIn()
    vi.resetModules()
    vi.stubEnv('AUTH_SECRET_1', 'the new secret that is long enough, too')
    const rotated = await openApplication()
    for (const { name, value } of browser.cookies(APP)) rotated.plant(APP, name, value)
    expect((await files(rotated)).status).toBe(200)
  })

  // proves TOK-1, TOK-2
  it('is called by a route of Express', async () => {
    const browser = await signedIn()
    // As behind a proxy that serves the application.
    vi.stubEnv('AUTH_URL', `${APP}/auth`)
    const { app } = await page.import<{ app: Express }>('express.ts')
    const server = app.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const url = `http://127.0.0.1:${port}/api/files`
    passTime(HOUR)
    const response = await fetch(url, { headers: { cookie: readCookies(browser) } })
    expect(await response.json()).toMatchObject({ name: ada })
    expect(setBy(response)).toEqual([TOKENS])
    expect(refreshes()).toBe(1)
    expect((await fetch(url)).status).toBe(401)
    server.close()
  })

  // proves TOK-1, TOK-2
  it('is called by a server with Web requests', async () => {
    const browser = await signedIn()
    const { fetchFiles } = await page.import<{ fetchFiles(request: Request): Promise<Response> }>('server.ts')
    passTime(HOUR)
    const request = new Request(`${APP}/files`, { headers: { cookie: readCookies(browser) } })
    const response = await fetchFiles(request)
    expect(await response.json()).toMatchObject({ name: ada })
    expect(setBy(response)).toEqual([TOKENS])
    expect((await fetchFiles(new Request(`${APP}/files`))).status).toBe(401)
  })

  // proves TOK-1
  it('is not called for signed-out visitors', async () => {
    expect((await files(await openApplication())).status).toBe(401)
    expect(requests).toEqual([])
  })
})

describe('an API that fails', () => {
  // proves TOK-6
  it('is logged by the example, and requires no new sign-in', async () => {
    const browser = await signedIn()
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    isApiDown = true
    expect((await files(browser)).status).toBe(503)
    expect(error.mock.calls).toEqual([['The API of Acme did not respond:', expect.any(TypeError)]])
    error.mockRestore()
    isApiDown = false
    expect((await files(browser)).status).toBe(200)
  })

  // proves TOK-2, TOK-3
  it('gets a new access token if it rejects the one that has not expired', async () => {
    const browser = await signedIn()
    refused = accessToken
    const responses = await Promise.all([files(browser), files(browser)])
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    expect(refreshes()).toBe(1)
    refused = accessToken
    await revoke()
    expect((await files(browser)).status).toBe(401)
  })

  // proves TOK-2
  it('does not hide a mistake in a call of `user.tokens()`', async () => {
    const { readProfile } = await page.import<{ readProfile(user: CurrentUser): Promise<unknown> }>('acme.ts')
    const user = { tokens: () => Promise.reject(new TypeError('Pass the option.')) }
    await expect(readProfile(user as unknown as CurrentUser)).rejects.toThrow('Pass the option.')
  })
})

describe('an expired access token', () => {
  // proves TOK-2, TOK-3, TOK-9
  it('is refreshed once by parallel requests, and stored in the cookie', async () => {
    const browser = await signedIn()
    passTime(HOUR)
    const responses = await Promise.all(Array.from({ length: 5 }, () => files(browser)))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(refreshes()).toBe(1)
    expect(new Set(responses.flatMap(setBy))).toEqual(new Set([TOKENS]))
    expect((await files(browser)).status).toBe(200)
    expect(refreshes()).toBe(1)
  })

  // proves TOK-6
  it('requires a new sign-in when the provider rejects the refresh token; the session stays', async () => {
    const browser = await signedIn()
    await revoke()
    passTime(HOUR)
    expect((await files(browser)).status).toBe(401)
    expect(refreshes()).toBe(1)
    expect(await readSession(browser)).toMatchObject({ user: { name: ada } })
    await signIn(browser, 'acme', 'Allow')
    expect((await files(browser)).status).toBe(200)
  })

  // proves TOK-6
  it('does not end the session when the provider is unavailable', async () => {
    const browser = await signedIn()
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    passTime(HOUR)
    isDown = true
    expect((await files(browser)).status).toBe(503)
    expect(await readSession(browser)).toMatchObject({ user: { name: ada } })
    expect(error).toHaveBeenCalled()
    error.mockRestore()
  })
})

describe('a background job', () => {
  it('has its own tokens, and refreshes them once', async () => {
    const browser = await openApplication('job-auth.ts')
    await signIn(browser, 'acme', ada, 'Allow')
    await signIn(browser, 'acme-jobs', 'Allow')
    const { currentUser } = await page.import<LatchkeyResult>('job-auth.ts')
    current.request = new Request(APP, { headers: { cookie: readCookies(browser) } })
    const { id: userId = '' } = (await currentUser()) ?? {}
    const { jobToken } = await page.import<{ jobToken(userId: string): Promise<string | null> }>(
      'job-tokens.ts',
    )
    const first = await jobToken(userId)
    expect(first).toEqual(expect.any(String))
    requests = []
    passTime(HOUR)
    const refreshed = await Promise.all([jobToken(userId), jobToken(userId)])
    expect(new Set(refreshed).size).toBe(1)
    expect(refreshed[0]).not.toBe(first)
    expect(await jobToken(userId)).toBe(refreshed[0])
    expect(refreshes()).toBe(1)
    expect(await jobToken('another user')).toBeNull()
  })
})

function setBy(response: Response): string[] {
  return response.headers.getSetCookie().map((header) => header.split('=', 1)[0] ?? '')
}
