import { createServer, get } from 'node:http'
import * as oauth from 'oauth4webapi'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { closeHttpServer, listenOnLoopback } from './loopback.ts'
import { type RunningProvider, startProvider } from './provider.ts'
import { type LoadedPage, TestBrowser } from './test-browser.ts'

const CALLBACK = 'http://localhost:9/callback'
const client: oauth.Client = { client_id: 'app' }
const secret = oauth.ClientSecretBasic('a secret')
const http = { [oauth.allowInsecureRequests]: true }

const logoutTokens: string[] = []
const listener = createServer(async (request, response) => {
  for await (const chunk of request) logoutTokens.push(String(chunk))
  response.end()
})
const printed = (['log', 'info', 'warn', 'error'] as const).map((method) => vi.spyOn(console, method))
const requests: string[] = []
let provider: RunningProvider
let server: oauth.AuthorizationServer
let browser: TestBrowser

beforeAll(async () => {
  const port = await listenOnLoopback(listener, 0)
  provider = await startProvider({
    onRequest: ({ method, path }) => requests.push(`${method} ${path}`),
    clients: [
      {
        clientId: 'app',
        clientName: 'Tom & <i>Jerry</i>',
        clientSecret: 'a secret',
        redirectUris: [CALLBACK],
        postLogoutRedirectUris: ['http://localhost:9/bye'],
        backchannelLogoutUri: `http://localhost:${port}/`,
      },
      { clientId: 'public', clientSecret: '', redirectUris: [CALLBACK], tokenEndpointAuthMethod: 'none' },
    ],
  })
  const issuer = new URL(provider.issuer)
  server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, http))
  expectSilence()
})

afterEach(expectSilence)

afterAll(async () => {
  await provider.close()
  await closeHttpServer(listener)
})

beforeEach(() => {
  browser = new TestBrowser(provider.issuer)
})

/**
 * `oidc-provider` prints a notice for each default that was not replaced. None of them may appear
 * in the terminal of the demo.
 */
function expectSilence() {
  for (const method of printed) expect(method).not.toHaveBeenCalled()
}

interface Attempt {
  readonly url: URL
  readonly verifier: string
  readonly nonce: string
  readonly state: string
}

async function attempt(changes: Readonly<Record<string, string | undefined>> = {}): Promise<Attempt> {
  const verifier = oauth.generateRandomCodeVerifier()
  const nonce = oauth.generateRandomNonce()
  const state = oauth.generateRandomState()
  const url = new URL(server.authorization_endpoint ?? '')
  const parameters = {
    client_id: 'app',
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'openid profile email',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    nonce,
    state,
    ...changes,
  }
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) url.searchParams.set(name, value)
  return { url, verifier, nonce, state }
}

async function signIn(
  user: string,
  changes: Readonly<Record<string, string | undefined>> = {},
): Promise<Attempt & { back: URL }> {
  const made = await attempt(changes)
  const choosing = await browser.open(made.url)
  const consenting = await browser.press(choosing, { choice: user })
  const { url } = await browser.press(consenting, { choice: 'allow' })
  return { ...made, back: url }
}

async function redeem(
  { back, verifier, nonce, state }: Awaited<ReturnType<typeof signIn>>,
  authentication = secret,
) {
  const parameters = oauth.validateAuthResponse(server, client, back, state)
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    authentication,
    parameters,
    CALLBACK,
    verifier,
    http,
  )
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
    expectedNonce: nonce,
    requireIdToken: true,
  })
  await oauth.validateApplicationLevelSignature(server, response, http)
  const claims = oauth.getValidatedIdTokenClaims(tokens)
  if (claims === undefined) throw new Error('The token response has no ID token.')
  return { tokens, claims }
}

const readError = ({ url }: LoadedPage) => url.searchParams.get('error')

describe('the authorization code flow', () => {
  it('returns a signed ID token and userinfo of the chosen user', async () => {
    const { tokens, claims } = await redeem(await signIn('ada'))
    const ada = {
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      email_verified: true,
      picture: `${provider.issuer}/users/ada.svg`,
    }
    expect(claims).toMatchObject({ sub: 'ada', aud: 'app', ...ada })
    const response = await oauth.userInfoRequest(server, client, tokens.access_token, http)
    expect(await oauth.processUserInfoResponse(server, client, 'ada', response)).toMatchObject(ada)
    expect(tokens.refresh_token).toBeUndefined()
  })

  it('supports users without a picture, with a non-ASCII name and with an unverified address', async () => {
    const { claims: grace } = await redeem(await signIn('grace'))
    expect(grace).toMatchObject({ email: 'grace@example.org', email_verified: true })
    expect(grace).not.toHaveProperty('picture')
    browser = new TestBrowser(provider.issuer)
    const { claims: chloe } = await redeem(await signIn('chloe'))
    expect(chloe).toMatchObject({ name: 'Chloé Nguyễn', email_verified: false })
  })

  it('returns only the claims of the requested scopes', async () => {
    const { claims } = await redeem(await signIn('ada', { scope: 'openid' }))
    expect(claims).not.toHaveProperty('email')
    expect(claims).not.toHaveProperty('name')
  })

  it('returns a refresh token for offline_access with prompt=consent', async () => {
    const { tokens } = await redeem(
      await signIn('ada', { scope: 'openid offline_access', prompt: 'consent' }),
    )
    const response = await oauth.refreshTokenGrantRequest(
      server,
      client,
      secret,
      tokens.refresh_token ?? '',
      http,
    )
    expect(await oauth.processRefreshTokenResponse(server, client, response)).toHaveProperty('access_token')
  })

  it('accepts a refresh token once; a second use revokes the tokens of the sign-in', async () => {
    const offline = { scope: 'openid profile offline_access', prompt: 'consent' }
    const { tokens } = await redeem(await signIn('ada', offline))
    const refresh = () =>
      oauth.refreshTokenGrantRequest(server, client, secret, tokens.refresh_token ?? '', http)
    const fresh = await oauth.processRefreshTokenResponse(server, client, await refresh())
    expect(fresh.refresh_token).toEqual(expect.any(String))
    expect(fresh.refresh_token).not.toBe(tokens.refresh_token)
    expect((await callApi(fresh.access_token)).status).toBe(200)
    expect(await (await refresh()).json()).toMatchObject({ error: 'invalid_grant' })
    expect((await callApi(fresh.access_token)).status).toBe(401)
  })

  it("does not allow pages of other origins to read userinfo, not even the application's", async () => {
    const { tokens } = await redeem(await signIn('ada'))
    const headers = { authorization: `Bearer ${tokens.access_token}`, origin: new URL(CALLBACK).origin }
    const response = await fetch(server.userinfo_endpoint ?? '', { headers })
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  })

  it('publishes its issuer and its capabilities', () => {
    expect(server).toMatchObject({
      authorization_response_iss_parameter_supported: true,
      code_challenge_methods_supported: ['S256'],
      response_types_supported: ['code'],
      issuer: provider.issuer,
    })
    expect(server.id_token_signing_alg_values_supported).toContain('RS256')
  })

  it('supports response_mode=form_post', async () => {
    const choosing = await browser.open((await attempt({ response_mode: 'form_post' })).url)
    const consenting = await browser.press(choosing, { choice: 'ada' })
    const page = await browser.press(consenting, { choice: 'allow' })
    expect(page.body).toContain(`<form method="post" action="${CALLBACK}">`)
    const policy = page.headers.get('content-security-policy')
    expect(policy).toMatch(/script-src 'sha256-/)
    expect(policy).not.toContain('form-action')
  })

  it('reports each request', async () => {
    requests.length = 0
    await browser.open('/')
    expect(requests).toEqual(['GET /'])
  })
})

function callApi(accessToken?: string): Promise<Response> {
  const authorization = accessToken === undefined ? undefined : `Bearer ${accessToken}`
  return fetch(`${provider.issuer}/api/profile`, { headers: { ...(authorization && { authorization }) } })
}

describe('the API', () => {
  it('returns the profile of the user, and when the access token expires', async () => {
    const { tokens } = await redeem(await signIn('ada', { scope: 'openid profile' }))
    const response = await callApi(tokens.access_token)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const { profile, access_token } = (await response.json()) as Record<string, Record<string, string>>
    expect(profile).toMatchObject({ sub: 'ada', name: 'Ada Lovelace', locale: 'en-GB' })
    // The scope `email` was not requested.
    expect(profile).not.toHaveProperty('email')
    expect(access_token?.scope).toBe('openid profile')
    const lifetime = Date.parse(access_token?.expires_at ?? '') - Date.parse(access_token?.issued_at ?? '')
    expect(lifetime).toBe(120_000)
  })

  it('rejects a request without a token, with an unknown one, and without the scope', async () => {
    const { tokens } = await redeem(await signIn('ada', { scope: 'openid' }))
    const responses = await Promise.all([callApi(), callApi('unknown'), callApi(tokens.access_token)])
    expect(
      responses.map(({ status, headers }) => [
        status,
        /error="(\w+)"/.exec(headers.get('www-authenticate') ?? '')?.[1],
      ]),
    ).toEqual([
      [401, undefined],
      [401, 'invalid_token'],
      [403, 'insufficient_scope'],
    ])
  })
})

describe('errors', () => {
  it('returns access_denied when the user cancels, on either page', async () => {
    const made = await attempt()
    const choosing = await browser.open(made.url)
    const cancelled = await browser.press(choosing, { choice: 'cancel' })
    expect(() => oauth.validateAuthResponse(server, client, cancelled.url, made.state)).toThrow(
      oauth.AuthorizationResponseError,
    )
    expect(readError(cancelled)).toBe('access_denied')
    const consenting = await browser.press(await browser.open((await attempt()).url), { choice: 'ada' })
    expect(readError(await browser.press(consenting, { choice: 'cancel' }))).toBe('access_denied')
  })

  it('rejects a wrong client secret', async () => {
    const done = await signIn('ada')
    await expect(redeem(done, oauth.ClientSecretBasic('another'))).rejects.toMatchObject({
      status: 401,
      cause: [{ parameters: { error: 'invalid_client' } }],
    })
  })

  it('rejects a request without PKCE, and a code with a different verifier', async () => {
    const bare = await browser.open(
      (await attempt({ code_challenge: undefined, code_challenge_method: undefined })).url,
    )
    expect(readError(bare)).toBe('invalid_request')
    expect(bare.url.searchParams.get('error_description')).toContain('PKCE')
    const done = await signIn('ada')
    await expect(redeem({ ...done, verifier: oauth.generateRandomCodeVerifier() })).rejects.toMatchObject({
      error: 'invalid_grant',
    })
  })

  it('shows an error page with a fix for an unknown redirect URI, and does not redirect', async () => {
    const page = await browser.open((await attempt({ redirect_uri: 'http://localhost:9/<b>else' })).url)
    expect(page).toMatchObject({ status: 400, body: expect.stringContaining(CALLBACK) })
    expect(page.body).toContain('PROVIDER_REDIRECT_URIS')
    expect(page.body).not.toContain('<b>')
  })

  it('shows that a sign-in has expired when its page is submitted twice', async () => {
    const choosing = await browser.open((await attempt()).url)
    await browser.press(choosing, { choice: 'cancel' })
    expect(await browser.press(choosing, { choice: 'ada' })).toMatchObject({
      status: 400,
      body: expect.stringContaining('has expired'),
    })
  })

  it('rejects a choice that is not on the page', async () => {
    const choosing = await browser.open((await attempt()).url)
    expect(await browser.press(choosing, { choice: '<script>' })).toMatchObject({
      status: 400,
      body: expect.not.stringContaining('<script>'),
    })
  })

  it('is available only under the names of this computer', async () => {
    const status = await new Promise((resolve) => {
      get(provider.issuer, { headers: { host: 'rebound.example' } }, (response) =>
        resolve(response.resume().statusCode),
      )
    })
    expect(status).toBe(421)
  })
})

describe('prompts', () => {
  it('remembers sign-in and consent', async () => {
    await signIn('ada')
    const again = await browser.open((await attempt()).url)
    expect(again.url.searchParams.get('code')).toBeTruthy()
  })

  it('asks again for consent when an application requests more', async () => {
    await signIn('ada', { scope: 'openid' })
    const more = await browser.open((await attempt()).url)
    expect(more.body).toContain('Your e-mail address')
  })

  it('prompt=none shows no page, and returns login_required when no user is signed in', async () => {
    expect(readError(await browser.open((await attempt({ prompt: 'none' })).url))).toBe('login_required')
    await signIn('ada')
    const silent = await browser.open((await attempt({ prompt: 'none' })).url)
    expect(silent.url.searchParams.get('code')).toBeTruthy()
  })

  it.each(['login', 'select_account', 'login select_account'])(
    'prompt=%s asks for the user once, even if one is signed in',
    async (prompt) => {
      await signIn('ada')
      const asked = await browser.open((await attempt({ prompt })).url)
      expect(asked.body).toContain('Choose a test user')
      const done = await browser.press(asked, { choice: 'ada' })
      expect(done.url.searchParams.get('code')).toBeTruthy()
    },
  )

  it('max_age asks again when the sign-in is older, and adds auth_time to the ID token', async () => {
    await signIn('ada')
    const asked = await browser.open((await attempt({ max_age: '0' })).url)
    expect(asked.body).toContain('Choose a test user')
    browser = new TestBrowser(provider.issuer)
    const { claims } = await redeem(await signIn('ada', { max_age: '600' }))
    expect(claims.auth_time).toBeGreaterThan(Date.now() / 1000 - 60)
  })

  it('login_hint puts that user first', async () => {
    const { body } = await browser.open((await attempt({ login_hint: 'Chloe@example.com' })).url)
    expect([...body.matchAll(/value="(ada|grace|chloe)"/g)].map((match) => match[1])).toEqual([
      'chloe',
      'ada',
      'grace',
    ])
  })

  it('lets another user sign in in the same browser', async () => {
    await signIn('ada')
    const made = await attempt({ prompt: 'login' })
    const changing = await browser.press(await browser.open(made.url), { choice: 'grace' })
    const consenting = await browser.press(changing, {})
    const { url } = await browser.press(consenting, { choice: 'allow' })
    expect((await redeem({ ...made, back: url })).claims.sub).toBe('grace')
  })
})

describe('signing out', () => {
  it('asks for confirmation, calls the back-channel logout endpoint, and redirects back', async () => {
    const { tokens } = await redeem(await signIn('ada'))
    logoutTokens.length = 0
    const end = new URL(server.end_session_endpoint ?? '')
    end.search = String(
      new URLSearchParams({
        id_token_hint: tokens.id_token ?? '',
        post_logout_redirect_uri: 'http://localhost:9/bye',
        state: 's',
      }),
    )
    const asked = await browser.open(end)
    expect(asked.body).toContain('Sign out of Playground ID?')
    const { url } = await browser.press(asked, { logout: 'yes' })
    expect(url.href).toBe('http://localhost:9/bye?state=s')
    expect(logoutTokens).toEqual([expect.stringMatching(/^logout_token=/)])
    expect(readError(await browser.open((await attempt({ prompt: 'none' })).url))).toBe('login_required')
  })

  it('ends on its own page when the application gives no address to return to', async () => {
    await signIn('ada')
    const asked = await browser.open(server.end_session_endpoint ?? '')
    expect((await browser.press(asked, { logout: 'yes' })).body).toContain('You are signed out')
  })
})

describe('pages', () => {
  it('escape their values and load nothing from other servers', async () => {
    const page = await browser.open((await attempt()).url)
    expect(page.body).toContain('Tom &#38; &#60;i&#62;Jerry&#60;/i&#62;')
    expect(page.body).not.toContain('<i>Jerry')
    const policy = page.headers.get('content-security-policy')
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(policy).not.toContain('unsafe')
  })

  it('include the pictures of the users', async () => {
    const [ada] = provider.users
    const response = await fetch(ada && 'picture' in ada ? ada.picture : '')
    expect(response.headers.get('content-type')).toContain('image/svg+xml')
    expect(await response.text()).toMatch(/^<svg/)
  })

  it('show an error for an unknown path', async () => {
    expect(await browser.open('/nothing')).toMatchObject({
      status: 404,
      body: expect.stringContaining('There is no page at /nothing'),
    })
  })
})

it('supports public clients, which have no secret', async () => {
  const done = await signIn('ada', { client_id: 'public' })
  const app: oauth.Client = { client_id: 'public' }
  const parameters = oauth.validateAuthResponse(server, app, done.back, done.state)
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    app,
    oauth.None(),
    parameters,
    CALLBACK,
    done.verifier,
    http,
  )
  expect(
    await oauth.processAuthorizationCodeResponse(server, app, response, { expectedNonce: done.nonce }),
  ).toHaveProperty('id_token')
})
