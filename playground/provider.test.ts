import { createServer, get } from 'node:http'
import * as oauth from 'oauth4webapi'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { closeHttpServer, listenOnLoopback } from './loopback.ts'
import { type RunningProvider, startProvider } from './provider.ts'
import { type Arrival, Visitor } from './visitor.ts'

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
let visitor: Visitor

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
  visitor = new Visitor(provider.issuer)
})

/** The library prints a notice for each default that was not replaced; none of them may reach the demo's terminal. */
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
  person: string,
  changes: Readonly<Record<string, string | undefined>> = {},
): Promise<Attempt & { back: URL }> {
  const made = await attempt(changes)
  const choosing = await visitor.open(made.url)
  const consenting = await visitor.press(choosing, { choice: person })
  const { url } = await visitor.press(consenting, { choice: 'allow' })
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
  if (claims === undefined) throw new Error('the token answer has no ID token')
  return { tokens, claims }
}

const errorOf = ({ url }: Arrival) => url.searchParams.get('error')

describe('the authorization code flow', () => {
  it('ends with a signed ID token and userinfo of the person chosen', async () => {
    const { tokens, claims } = await redeem(await signIn('ada'))
    const ada = {
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      email_verified: true,
      picture: `${provider.issuer}/people/ada.svg`,
    }
    expect(claims).toMatchObject({ sub: 'ada', aud: 'app', ...ada })
    const response = await oauth.userInfoRequest(server, client, tokens.access_token, http)
    expect(await oauth.processUserInfoResponse(server, client, 'ada', response)).toMatchObject(ada)
    expect(tokens.refresh_token).toBeUndefined()
  })

  it('tells people apart: no picture, a name outside ASCII, an e-mail address that is not verified', async () => {
    const { claims: grace } = await redeem(await signIn('grace'))
    expect(grace).toMatchObject({ email: 'grace@example.org', email_verified: true })
    expect(grace).not.toHaveProperty('picture')
    visitor = new Visitor(provider.issuer)
    const { claims: chloe } = await redeem(await signIn('chloe'))
    expect(chloe).toMatchObject({ name: 'Chloé Nguyễn', email_verified: false })
  })

  it('gives only what the scopes cover', async () => {
    const { claims } = await redeem(await signIn('ada', { scope: 'openid' }))
    expect(claims).not.toHaveProperty('email')
    expect(claims).not.toHaveProperty('name')
  })

  it('gives a refresh token for offline_access with prompt=consent', async () => {
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

  it("lets no page of another origin read userinfo, not even the application's", async () => {
    const { tokens } = await redeem(await signIn('ada'))
    const headers = { authorization: `Bearer ${tokens.access_token}`, origin: new URL(CALLBACK).origin }
    const response = await fetch(server.userinfo_endpoint ?? '', { headers })
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  })

  it('says who answers, and in which ways', () => {
    expect(server).toMatchObject({
      authorization_response_iss_parameter_supported: true,
      code_challenge_methods_supported: ['S256'],
      response_types_supported: ['code'],
      issuer: provider.issuer,
    })
    expect(server.id_token_signing_alg_values_supported).toContain('RS256')
  })

  it('posts the answer to the application when asked to', async () => {
    const choosing = await visitor.open((await attempt({ response_mode: 'form_post' })).url)
    const consenting = await visitor.press(choosing, { choice: 'ada' })
    const page = await visitor.press(consenting, { choice: 'allow' })
    expect(page.body).toContain(`<form method="post" action="${CALLBACK}">`)
    const policy = page.headers.get('content-security-policy')
    expect(policy).toMatch(/script-src 'sha256-/)
    expect(policy).not.toContain('form-action')
  })

  it('reports each request', async () => {
    requests.length = 0
    await visitor.open('/')
    expect(requests).toEqual(['GET /'])
  })
})

describe('refusals', () => {
  it('ends in access_denied when the person cancels, on either page', async () => {
    const made = await attempt()
    const choosing = await visitor.open(made.url)
    const cancelled = await visitor.press(choosing, { choice: 'cancel' })
    expect(() => oauth.validateAuthResponse(server, client, cancelled.url, made.state)).toThrow(
      oauth.AuthorizationResponseError,
    )
    expect(errorOf(cancelled)).toBe('access_denied')
    const consenting = await visitor.press(await visitor.open((await attempt()).url), { choice: 'ada' })
    expect(errorOf(await visitor.press(consenting, { choice: 'cancel' }))).toBe('access_denied')
  })

  it('refuses a wrong client secret', async () => {
    const done = await signIn('ada')
    await expect(redeem(done, oauth.ClientSecretBasic('another'))).rejects.toMatchObject({
      status: 401,
      cause: [{ parameters: { error: 'invalid_client' } }],
    })
  })

  it('refuses a request without PKCE, and a code with another verifier', async () => {
    const bare = await visitor.open(
      (await attempt({ code_challenge: undefined, code_challenge_method: undefined })).url,
    )
    expect(errorOf(bare)).toBe('invalid_request')
    expect(bare.url.searchParams.get('error_description')).toContain('PKCE')
    const done = await signIn('ada')
    await expect(redeem({ ...done, verifier: oauth.generateRandomCodeVerifier() })).rejects.toMatchObject({
      error: 'invalid_grant',
    })
  })

  it('shows an unknown redirect address on a page of its own, with the cure, and goes nowhere', async () => {
    const page = await visitor.open((await attempt({ redirect_uri: 'http://localhost:9/<b>else' })).url)
    expect(page).toMatchObject({ status: 400, body: expect.stringContaining(CALLBACK) })
    expect(page.body).toContain('PROVIDER_REDIRECT_URIS')
    expect(page.body).not.toContain('<b>')
  })

  it('says that a sign-in is over when its page is answered twice', async () => {
    const choosing = await visitor.open((await attempt()).url)
    await visitor.press(choosing, { choice: 'cancel' })
    expect(await visitor.press(choosing, { choice: 'ada' })).toMatchObject({
      status: 400,
      body: expect.stringContaining('is over'),
    })
  })

  it('refuses a choice that the page does not have', async () => {
    const choosing = await visitor.open((await attempt()).url)
    expect(await visitor.press(choosing, { choice: '<script>' })).toMatchObject({
      status: 400,
      body: expect.not.stringContaining('<script>'),
    })
  })

  it('answers by the names of this computer only', async () => {
    const status = await new Promise((resolve) => {
      get(provider.issuer, { headers: { host: 'rebound.example' } }, (response) =>
        resolve(response.resume().statusCode),
      )
    })
    expect(status).toBe(421)
  })
})

describe('prompts', () => {
  it('remembers sign-in and consent: the second time asks nothing', async () => {
    await signIn('ada')
    const again = await visitor.open((await attempt()).url)
    expect(again.url.searchParams.get('code')).toBeTruthy()
  })

  it('asks again for consent when there is more to allow', async () => {
    await signIn('ada', { scope: 'openid' })
    const more = await visitor.open((await attempt()).url)
    expect(more.body).toContain('Your e-mail address')
  })

  it('prompt=none answers without asking, and with login_required when nobody is signed in', async () => {
    expect(errorOf(await visitor.open((await attempt({ prompt: 'none' })).url))).toBe('login_required')
    await signIn('ada')
    const silent = await visitor.open((await attempt({ prompt: 'none' })).url)
    expect(silent.url.searchParams.get('code')).toBeTruthy()
  })

  it.each(['login', 'select_account', 'login select_account'])(
    'prompt=%s asks who it is, once, although somebody is signed in',
    async (prompt) => {
      await signIn('ada')
      const asked = await visitor.open((await attempt({ prompt })).url)
      expect(asked.body).toContain('Who do you want to be?')
      const done = await visitor.press(asked, { choice: 'ada' })
      expect(done.url.searchParams.get('code')).toBeTruthy()
    },
  )

  it('max_age asks again when the sign-in is older, and the ID token says when it was', async () => {
    await signIn('ada')
    const asked = await visitor.open((await attempt({ max_age: '0' })).url)
    expect(asked.body).toContain('Who do you want to be?')
    visitor = new Visitor(provider.issuer)
    const { claims } = await redeem(await signIn('ada', { max_age: '600' }))
    expect(claims.auth_time).toBeGreaterThan(Date.now() / 1000 - 60)
  })

  it('login_hint puts that person first', async () => {
    const { body } = await visitor.open((await attempt({ login_hint: 'Chloe@example.com' })).url)
    expect([...body.matchAll(/value="(ada|grace|chloe)"/g)].map((match) => match[1])).toEqual([
      'chloe',
      'ada',
      'grace',
    ])
  })

  it('lets another person in the same browser take over', async () => {
    await signIn('ada')
    const made = await attempt({ prompt: 'login' })
    const changing = await visitor.press(await visitor.open(made.url), { choice: 'grace' })
    const consenting = await visitor.press(changing, {})
    const { url } = await visitor.press(consenting, { choice: 'allow' })
    expect((await redeem({ ...made, back: url })).claims.sub).toBe('grace')
  })
})

describe('signing out', () => {
  it('asks, tells the application behind the scenes, and sends the person back', async () => {
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
    const asked = await visitor.open(end)
    expect(asked.body).toContain('Sign out of Playground ID?')
    const { url } = await visitor.press(asked, { logout: 'yes' })
    expect(url.href).toBe('http://localhost:9/bye?state=s')
    expect(logoutTokens).toEqual([expect.stringMatching(/^logout_token=/)])
    expect(errorOf(await visitor.open((await attempt({ prompt: 'none' })).url))).toBe('login_required')
  })

  it('ends on a page of its own when the application gives no way back', async () => {
    await signIn('ada')
    const asked = await visitor.open(server.end_session_endpoint ?? '')
    expect((await visitor.press(asked, { logout: 'yes' })).body).toContain('You are signed out')
  })
})

describe('pages', () => {
  it('escape what they show and load nothing from elsewhere', async () => {
    const page = await visitor.open((await attempt()).url)
    expect(page.body).toContain('Tom &#38; &#60;i&#62;Jerry&#60;/i&#62;')
    expect(page.body).not.toContain('<i>Jerry')
    const policy = page.headers.get('content-security-policy')
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(policy).not.toContain('unsafe')
  })

  it('serve the pictures themselves', async () => {
    const [ada] = provider.people
    const response = await fetch(ada && 'picture' in ada ? ada.picture : '')
    expect(response.headers.get('content-type')).toContain('image/svg+xml')
    expect(await response.text()).toMatch(/^<svg/)
  })

  it('say so where there is nothing', async () => {
    expect(await visitor.open('/nothing')).toMatchObject({
      status: 404,
      body: expect.stringContaining('There is nothing at /nothing'),
    })
  })
})

it('is known to a public client, which has no secret', async () => {
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
