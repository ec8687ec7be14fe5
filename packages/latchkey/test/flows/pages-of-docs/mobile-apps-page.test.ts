import { randomUUID } from 'node:crypto'
import { createApp, SECRET } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { readToken, setUp, signedIn, userByAccount } from '@latchkey/test-support/kit/database.ts'
import { isolateEnvironment } from '@latchkey/test-support/kit/environment.ts'
import { type PageFiles, writePageFiles } from '@latchkey/test-support/kit/page-files.ts'
import type { Store } from 'latchkey'
import * as oauth from 'oauth4webapi'
import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createAuth } from '../../../src/integration/create-auth.ts'

interface ApiTokens {
  createApiToken(userId: string): Promise<string>
  apiUserId(request: Request): Promise<string | undefined>
}

interface MobileApp {
  authorizeApp(query: URLSearchParams, userId: string | undefined, signInPage: string): Promise<Response>
  exchangeCode(request: Request): Promise<Response>
}

let page: PageFiles

isolateEnvironment()
beforeEach(async () => {
  vi.stubEnv('AUTH_SECRET', SECRET)
  vi.stubEnv('STORE_PATH', ':memory:')
  page ??= await writePageFiles('guides/mobile-apps')
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(() => page.remove())

const requestWith = (token: string): Request =>
  new Request('https://api.test', { headers: { authorization: `Bearer ${token}` } })

function linkIn(html: string): URL {
  const [, href = ''] = /<a href="([^"]*)">/.exec(html) ?? []
  return new URL(href.replaceAll('&amp;', '&'))
}

describe('a bearer token', () => {
  it('identifies its user, and a session token does not', async () => {
    const { createApiToken, apiUserId } = await page.import<ApiTokens>('src/api-tokens.ts')
    expect(await apiUserId(requestWith(await createApiToken('ann')))).toBe('ann')
    const setup = setUp({ session: { strategy: 'jwt' } })
    expect(await apiUserId(requestWith(readToken(await signedIn(setup))))).toBeUndefined()
    expect(await apiUserId(new Request('https://api.test'))).toBeUndefined()
  })

  it('is not replaced by a cookie', async () => {
    const { createApiToken, apiUserId } = await page.import<ApiTokens>('src/api-tokens.ts')
    const planted = await createApiToken('eve')
    const names = ['none', 'latchkey.session-token', 'authjs.session-token']
    const cookie = names.map((name) => `${name}=${planted}`).join('; ')
    const authorization = `Bearer ${await createApiToken('ann')}`
    expect(await apiUserId(new Request('https://api.test', { headers: { authorization, cookie } }))).toBe(
      'ann',
    )
    expect(await apiUserId(new Request('https://api.test', { headers: { cookie } }))).toBeUndefined()
  })

  it.each(['jwt', 'database'] as const)(
    'is invalid after `revokeSessions`, with the strategy %s',
    async (strategy) => {
      const { store } = await page.import<{ store: Store }>('src/store.ts')
      const { createApiToken, apiUserId } = await page.import<ApiTokens>('src/api-tokens.ts')
      const setup = setUp({ session: { strategy }, store })
      await signedIn(setup)
      const id = (await userByAccount(setup))?.id ?? ''
      const token = await createApiToken(id)
      await createAuth(setup.app.config).revokeSessions(id)
      expect(await apiUserId(requestWith(token))).toBeUndefined()
    },
  )
})

describe('the sign-in from an app', () => {
  const SERVER = 'https://app.example.com'
  const REDIRECT_URI = `${SERVER}/mobile/signed-in`
  const server: oauth.AuthorizationServer = {
    issuer: SERVER,
    authorization_endpoint: `${SERVER}/mobile/authorize`,
    token_endpoint: `${SERVER}/mobile/token`,
  }
  const client: oauth.Client = { client_id: 'my-app' }

  let auth: ReturnType<typeof createAuth>
  /** Another one in each test: all use the same store. */
  let userId: string
  let browser: Browser
  let verifier: string
  let state: string
  let send: (request: Request) => Promise<Response>

  beforeEach(async () => {
    const { store } = await page.import<{ store: Store }>('src/store.ts')
    const { authorizeApp, exchangeCode } = await page.import<MobileApp>('src/mobile-app.ts')
    const application = createApp({ store }, SERVER)
    auth = createAuth(application.config)
    userId = randomUUID()
    send = async (request) => {
      const { pathname, searchParams } = new URL(request.url)
      if (pathname === '/mobile/token') return exchangeCode(request)
      if (pathname !== '/mobile/authorize') return application.fetch(request)
      const { session } = await auth.session(request)
      return authorizeApp(searchParams, session?.user && userId, '/auth/signin')
    }
    browser = new Browser({ origin: SERVER, fetch: send })
    verifier = oauth.generateRandomCodeVerifier()
    state = oauth.generateRandomState()
  })

  /** The address that the app opens in the browser. */
  async function startUrl(changes: Record<string, string> = {}): Promise<string> {
    const query = new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: REDIRECT_URI,
      response_type: 'code',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      ...changes,
    })
    return `${server.authorization_endpoint}?${query}`
  }

  /** Signs in, and returns the address with which the system opens the app. */
  async function addressForApp(): Promise<URL> {
    const visitor = await browser.get(await startUrl())
    const signInPage = new URL(visitor.headers.get('location') ?? '', SERVER)
    expect(signInPage.pathname).toBe('/auth/signin')
    const callbackUrl = signInPage.searchParams.get('callbackUrl') ?? ''
    const fields = { email: 'ann@example.com', password: 'right', callbackUrl }
    const signedIn = await browser.post(`${SERVER}/auth/callback/credentials`, fields)
    const back = await browser.get(signedIn.headers.get('location') ?? '')
    expect(back.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    return linkIn(await back.text())
  }

  /** Exchanges the code, as an app does. */
  async function exchange(address: URL, codeVerifier = verifier): Promise<oauth.TokenEndpointResponse> {
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      oauth.validateAuthResponse(server, client, address, state),
      REDIRECT_URI,
      codeVerifier,
      { [oauth.customFetch]: (url, init) => send(new Request(url, init as RequestInit)) },
    )
    return oauth.processAuthorizationCodeResponse(server, client, response)
  }

  it('gives the app a token of the user', async () => {
    const tokens = await exchange(await addressForApp())
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
    const { apiUserId } = await page.import<ApiTokens>('src/api-tokens.ts')
    expect(await apiUserId(requestWith(tokens.access_token))).toBe(userId)
  })

  it('accepts a code once, and not as a token', async () => {
    const address = await addressForApp()
    await exchange(address)
    await expect(exchange(address)).rejects.toMatchObject({ error: 'invalid_grant' })
    const { apiUserId } = await page.import<ApiTokens>('src/api-tokens.ts')
    expect(await apiUserId(requestWith(address.searchParams.get('code') ?? ''))).toBeUndefined()
  })

  it('accepts a code only from the app that started, which can try again', async () => {
    const address = await addressForApp()
    const another = oauth.generateRandomCodeVerifier()
    await expect(exchange(address, another)).rejects.toMatchObject({ error: 'invalid_grant' })
    expect(await exchange(address)).toHaveProperty('access_token')
  })

  it('accepts no code after a minute', async () => {
    const address = await addressForApp()
    vi.useFakeTimers({ now: Date.now() + 76_000, toFake: ['Date'] })
    await expect(exchange(address)).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  it('accepts no code after `revokeSessions`', async () => {
    const address = await addressForApp()
    await auth.revokeSessions(userId)
    await expect(exchange(address)).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  it('fails without a secret, and does not reject the code', async () => {
    const address = await addressForApp()
    vi.stubEnv('AUTH_SECRET', '')
    // The modules of the page keep the secret of their first use.
    vi.resetModules()
    onTestFinished(() => void vi.resetModules())
    const { exchangeCode } = await page.import<MobileApp>('src/mobile-app.ts')
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: client.client_id,
      code: address.searchParams.get('code') ?? '',
    })
    const request = new Request(`${SERVER}/mobile/token`, { method: 'POST', body })
    await expect(exchangeCode(request)).rejects.toMatchObject({ type: 'MissingSecret' })
  })

  it('returns no state to an app that sent none', async () => {
    await addressForApp()
    const url = new URL(await startUrl())
    url.searchParams.delete('state')
    const link = linkIn(await (await browser.get(url.href)).text())
    expect([...link.searchParams.keys()]).toEqual(['code'])
  })

  it('writes no markup of the request into the page', async () => {
    await addressForApp()
    const html = await (await browser.get(await startUrl({ state: '"><script>&' }))).text()
    expect(html).not.toContain('<script')
    expect(linkIn(html).searchParams.get('state')).toBe('"><script>&')
  })

  it.each([
    ['client_id', 'another-app'],
    ['redirect_uri', 'https://evil.example/'],
    ['redirect_uri', `${REDIRECT_URI}.evil.example`],
    ['response_type', 'token'],
    ['code_challenge_method', 'plain'],
    ['code_challenge', ''],
  ])('does not redirect for a request with the %s "%s"', async (name, value) => {
    await addressForApp()
    const response = await browser.get(await startUrl({ [name]: value }))
    expect({ status: response.status, location: response.headers.get('location') }).toEqual({
      status: 400,
      location: null,
    })
  })

  it.each([
    [{}, 'invalid_request'],
    [{ grant_type: 'refresh_token' }, 'unsupported_grant_type'],
    [{ grant_type: 'authorization_code' }, 'invalid_client'],
    [{ grant_type: 'authorization_code', client_id: 'my-app' }, 'invalid_grant'],
    [{ grant_type: 'authorization_code', code: 'a.b.c.d.e', client_id: 'my-app' }, 'invalid_grant'],
  ])('rejects the exchange %j', async (fields, error) => {
    const response = await browser.post(`${SERVER}/mobile/token`, fields as Record<string, string>)
    expect([response.status, await response.json()]).toEqual([400, { error }])
  })
})
