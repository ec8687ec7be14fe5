import { customFetch, type OAuth2Config, type User } from 'latchkey'
import { describe, expect, it, vi } from 'vitest'
import { type App, BASE, createApp, createIdp, ORIGIN, oidcFor } from '../kit/app.ts'
import { Browser } from '../kit/browser.ts'
import type { Faults, Idp } from '../kit/idp.ts'

async function begin(browser: Browser, provider = 'idp', callbackUrl = '/after'): Promise<string> {
  const response = await browser.post(`${BASE}/signin/${provider}`, { callbackUrl })
  return response.headers.get('location') ?? ''
}

function transactions(browser: Browser): string[] {
  return browser.cookies(ORIGIN).flatMap(({ name, header }) => (name.includes('.transaction.') ? header : []))
}

async function session(browser: Browser): Promise<unknown> {
  return (await browser.get(`${BASE}/session`)).json()
}

const plainOAuth: OAuth2Config = {
  id: 'plain',
  name: 'Plain',
  type: 'oauth',
  clientId: 'app',
  clientSecret: 'secret',
  authorization: 'https://plain.test/authorize',
  token: 'https://plain.test/token',
  userinfo: 'https://plain.test/userinfo',
}

interface Setting {
  readonly app: App
  readonly idp: Idp
  readonly browser: Browser
}

function setting(faults: Faults = {}, options: Parameters<typeof oidcFor>[1] = {}): Setting {
  const idp = createIdp('https://id.test', faults)
  const app = createApp({ providers: [oidcFor(idp, options)] })
  return { app, idp, browser: new Browser(app) }
}

/** The callback of a sign-in that the person agreed to. */
async function callback({ browser, idp }: Setting): Promise<Response> {
  return browser.get(idp.agree(await begin(browser)).href)
}

/** Asserts that nobody was let in, and says how the failure was told. */
async function refused({ browser, app }: Setting, response: Response): Promise<string> {
  expect(response.headers.getSetCookie().filter((cookie) => cookie.includes('session-token'))).toEqual([])
  expect(await session(browser)).toBeNull()
  expect(app.errors).toHaveLength(1)
  const { pathname, searchParams } = new URL(response.headers.get('location') ?? '')
  return `${pathname}?error=${searchParams.get('error')} ${app.errors[0]}`
}

describe('walk 2: the callback, with the session in a cookie', () => {
  // proves GEN-3, GEN-4, GEN-6, EP-2, EP-4, ST-2, AUTHN-2, AUTHN-18, CFG-20, CFG-42, P-CK-1
  // proves §3 GET /callback/<id> oauth, §4.1, §4.1 sessionToken, §5.3, §10.2, §11.2, §13 active
  // proves §13.3
  it('lets in whom the provider vouches for, and sends on', async () => {
    const here = setting()
    const response = await callback(here)
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe(`${ORIGIN}/after`)
    expect(await session(here.browser)).toEqual({
      user: { name: 'Ann', email: 'ann@example.com', image: 'https://id.test/ann.png' },
      expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })
    const cookies = here.browser.cookies(ORIGIN)
    expect(cookies.map(({ name }) => name)).toEqual(['__Secure-latchkey.session-token'])
    expect(cookies[0]?.header).toMatch(/; Path=\/; Expires=[^;]+ GMT; HttpOnly; Secure; SameSite=Lax$/)
    expect(here.app.errors).toEqual([])
  })

  // proves ACC-2, ACC-3, ACC-6, ACC-10, ACC-12, ACC-13, CB-2, CB-3, CB-8, CB-9, CB-14, CB-15, EV-2
  // proves EV-6, ST-13, §5.3, §10.2 g, §10.2 h, §10.2 j, §10.2 k, §11.1 d, §11.3, §20 Q-23
  it('tells the callbacks what happened, with the tokens of the provider', async () => {
    const seen: Record<string, unknown[]> = { signIn: [], jwt: [], session: [], event: [] }
    const idp = createIdp()
    const app = createApp({
      providers: [oidcFor(idp)],
      callbacks: {
        signIn: (params) => Boolean(seen.signIn?.push(params)),
        jwt: (params) => {
          seen.jwt?.push(structuredClone(params))
          return params.account ? { ...params.token, at: params.account.access_token } : params.token
        },
        session: ({ session, token }) => {
          seen.session?.push(structuredClone(token))
          return { ...session, at: token.at }
        },
      },
      events: { signIn: (message) => seen.event?.push(message) },
    })
    const browser = new Browser(app)
    const now = Math.floor(Date.now() / 1000)
    await browser.get(idp.agree(await begin(browser)).href)
    const user = {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Ann',
      email: 'ann@example.com',
      image: 'https://id.test/ann.png',
    }
    const account = {
      provider: 'idp',
      type: 'oidc',
      providerAccountId: 'ann',
      access_token: 'access token of ann',
      refresh_token: 'refresh token of ann',
      id_token: expect.any(String),
      token_type: 'bearer',
      scope: 'openid profile email',
      expires_in: 3600,
      expires_at: expect.toSatisfy((at: number) => at - now - 3600 >= 0 && at - now - 3600 < 5),
    }
    const profile = expect.objectContaining({ sub: 'ann', iss: 'https://id.test', email: 'Ann@Example.com' })
    expect(seen.signIn).toEqual([{ user, account, profile, credentials: undefined }])
    expect(seen.event).toEqual([{ user, account, profile, isNewUser: false }])
    expect(seen.jwt).toEqual([
      {
        token: { name: 'Ann', email: 'ann@example.com', picture: 'https://id.test/ann.png', sub: user.id },
        user,
        account,
        profile,
        trigger: 'signIn',
        isNewUser: false,
      },
    ])
    expect(await session(browser)).toMatchObject({ at: 'access token of ann' })
    expect(seen.session).toEqual([
      expect.objectContaining({
        at: 'access token of ann',
        sub: expect.any(String),
        jti: expect.any(String),
      }),
    ])
  })

  // proves P-AL-1, P-OA-10, §10.2 h
  it('knows the same person again by the same id, and another provider’s as somebody else', async () => {
    const ids: (string | undefined)[] = []
    const [first, second] = [createIdp('https://id.test'), createIdp('https://other.test')]
    const app = createApp({
      providers: [oidcFor(first), oidcFor(second, { id: 'other' })],
      events: { signIn: ({ user }) => ids.push(user.id) },
    })
    for (const [idp, id] of [
      [first, 'idp'],
      [first, 'idp'],
      [second, 'other'],
    ] as const) {
      const browser = new Browser(app)
      await browser.get(idp.agree(await begin(browser, id)).href)
    }
    expect(ids).toHaveLength(3)
    expect(ids[0]).toBe(ids[1])
    expect(ids[0]).not.toBe(ids[2])
  })

  // proves P-ML-4, §10.2 h
  it.each([
    ['ANN@Example.com', 'ann@example.com'],
    ['\uff41nn@example.com', 'ann@example.com'],
    ['ann@example.com\r\nbcc: x@evil.test', undefined],
    ['"ann@example.com"@evil.test', undefined],
    [['ann@example.com'], undefined],
  ])('takes %j for the address %s', async (email, expected) => {
    const here = setting()
    await here.browser.get(here.idp.agree(await begin(here.browser), { sub: 'ann', email }).href)
    expect(((await session(here.browser)) as { user: { email?: string } }).user.email).toBe(expected)
  })

  // proves P-RD-3, §5.5
  it('lets two tabs sign in at once', async () => {
    const { browser, idp } = setting()
    const [first, second] = [await begin(browser, 'idp', '/first'), await begin(browser, 'idp', '/second')]
    expect((await browser.get(idp.agree(second).href)).headers.get('location')).toBe(`${ORIGIN}/second`)
    expect((await browser.get(idp.agree(first).href)).headers.get('location')).toBe(`${ORIGIN}/first`)
    expect(await session(browser)).not.toBeNull()
  })

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

  describe('refuses, with a stable code and no session,', () => {
    const tampered: [string, string, (answer: URL, here: Setting) => unknown][] = [
      [
        'an answer without state',
        '/auth/error?error=Configuration InvalidCheck',
        (url) => url.searchParams.delete('state'),
      ],
      [
        'an answer with another state',
        '/auth/error?error=Configuration InvalidCheck',
        (url) => url.searchParams.set('state', 'x'.repeat(43)),
      ],
      [
        'an answer with two states',
        '/auth/error?error=Configuration InvalidCheck',
        (url) => url.searchParams.append('state', 'y'),
      ],
      [
        'an answer of another issuer',
        '/auth/error?error=Configuration InvalidCheck',
        (url) => url.searchParams.set('iss', 'https://evil.test'),
      ],
      [
        'an answer that hides its issuer',
        '/auth/error?error=Configuration InvalidCheck',
        (url) => url.searchParams.delete('iss'),
      ],
      [
        'an answer without code',
        '/auth/error?error=Configuration InvalidCheck',
        (url) => url.searchParams.delete('code'),
      ],
      [
        'an answer with another code',
        '/auth/error?error=Configuration CallbackRouteError',
        (url) => url.searchParams.set('code', 'x'),
      ],
    ]
    // proves P-OA-1, P-OA-4, P-OA-7, P-CS-5, §10.2, §14 InvalidCheck
    it.each(tampered)('%s', async (_, told, tamper) => {
      const here = setting()
      const answer = here.idp.agree(await begin(here.browser))
      tamper(answer, here)
      expect(await refused(here, await here.browser.get(answer.href))).toBe(told)
    })

    // proves P-OA-1, P-CS-5, §5.5, §14 InvalidCheck
    it('an answer to a sign-in that began in another browser', async () => {
      const here = setting()
      const answer = here.idp.agree(await begin(new Browser(here.app)))
      expect(await refused(here, await here.browser.get(answer.href))).toBe(
        '/auth/error?error=Configuration InvalidCheck',
      )
    })

    // proves P-OA-1, P-OA-4, P-OA-12, §5.5
    it('an answer to another provider’s callback', async () => {
      const [mine, evil] = [createIdp('https://id.test'), createIdp('https://evil.test')]
      const app = createApp({ providers: [oidcFor(mine), oidcFor(evil, { id: 'evil' })] })
      const here = { app, idp: mine, browser: new Browser(app) }
      const answer = mine.agree(await begin(here.browser))
      answer.pathname = '/auth/callback/evil'
      expect(await refused(here, await here.browser.get(answer.href))).toBe(
        '/auth/error?error=Configuration InvalidCheck',
      )
      expect(evil.tokenRequests).toEqual([])
    })

    // proves P-OA-1, P-CK-5, §5.5
    it('an answer after fifteen minutes', async () => {
      const here = setting()
      const answer = here.idp.agree(await begin(here.browser))
      // The browser would have dropped the cookie; whoever kept it gets nothing for it.
      const now = Date.now
      Date.now = () => now() + 16 * 60 * 1000
      try {
        expect(await refused(here, await here.browser.get(answer.href))).toBe(
          '/auth/error?error=Configuration InvalidCheck',
        )
      } finally {
        Date.now = now
      }
    })

    const faults: [string, Faults][] = [
      ['an ID token signed with another key', { signature: 'wrong key' }],
      ['an ID token signed with an unknown key', { signature: 'unknown key id' }],
      ['an unsigned ID token', { signature: 'none' }],
      ['an ID token signed with the client secret', { signature: 'client secret' }],
      ['an ID token of another issuer', { claims: { iss: 'https://evil.test' } }],
      ['an ID token for another client', { claims: { aud: 'somebody else' } }],
      ['an ID token that is over', { claims: { exp: 1 } }],
      ['an ID token with another nonce', { claims: { nonce: 'x' } }],
      ['an ID token without nonce', { claims: { nonce: undefined } }],
      ['an ID token without subject', { claims: { sub: undefined } }],
      ['an answer without ID token', { token: { id_token: undefined } }],
      ['an answer without access token', { token: { access_token: undefined } }],
    ]
    // proves P-OA-3, P-OA-5, §10.2 f, §14 CallbackRouteError
    it.each(faults)('%s', async (_, fault) => {
      const here = setting(fault)
      expect(await refused(here, await callback(here))).toBe(
        '/auth/error?error=Configuration CallbackRouteError',
      )
    })

    // proves §10.2 c, §14 OAuthCallbackError
    it('a provider that says no: back to the sign-in page', async () => {
      const here = setting()
      const answer = here.idp.agree(await begin(here.browser))
      answer.searchParams.delete('code')
      answer.searchParams.set('error', 'access_denied')
      expect(await refused(here, await here.browser.get(answer.href))).toBe(
        '/auth/signin?error=OAuthCallbackError OAuthCallbackError',
      )
    })

    // proves P-OA-10, §14 OAuthProfileParseError
    it('a profile without a stable id', async () => {
      for (const user of [
        { name: 'Ann' },
        { id: '' },
        { id: 2 ** 53 },
        { id: 'x'.repeat(1025) },
        undefined,
      ]) {
        const here = setting({}, { profile: () => user as User })
        expect(await refused(here, await callback(here))).toBe(
          '/auth/signin?error=Configuration OAuthProfileParseError',
        )
      }
    })

    // proves §2.5 e
    it('a server that is down, and asks it again next time', async () => {
      const here = setting({ respond: () => new Response('no', { status: 503 }) })
      const response = await here.browser.post(`${BASE}/signin/idp`, { callbackUrl: '/after' })
      expect(response.headers.get('location')).toMatch(/\/auth\/error\?error=Configuration&reference=/)
      // The target was to be kept for later steps; with a failure nothing new is handed out.
      expect(response.headers.getSetCookie()).toEqual([])
      delete here.idp.faults.respond
      expect(await begin(here.browser)).toMatch(/^https:\/\/id\.test\/authorize/)
    })

    // proves P-PR-1
    it('a server that never stops sending', async () => {
      const endless = new ReadableStream({
        pull: (controller) => controller.enqueue(new Uint8Array(65_536).fill(32)),
      })
      const here = setting({
        respond: () => new Response(endless, { headers: { 'content-type': 'application/json' } }),
      })
      const response = await here.browser.post(`${BASE}/signin/idp`)
      expect(response.headers.get('location')).toMatch(/\/auth\/error\?error=Configuration&reference=/)
    })
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
    const here = setting({ respond: () => new Promise(() => {}) })
    const controller = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(controller.signal)
    const response = here.browser.post(`${BASE}/signin/idp`)
    await vi.waitFor(() => expect(timeout).toHaveBeenCalledWith(10_000))
    timeout.mockRestore()
    controller.abort(new DOMException('too slow', 'TimeoutError'))
    expect((await response).headers.get('location')).toMatch(/\/auth\/error/)
  })

  // proves P-OA-4, §5.5
  it('knows the provider that a transaction is of, whatever the answer says', async () => {
    const [mine, other] = [plainOAuth, { ...plainOAuth, id: 'other' }]
    const app = createApp({ providers: [mine, other] })
    const browser = new Browser(app)
    const state = new URL(await begin(browser, 'plain')).searchParams.get('state') ?? ''
    await browser.get(`${BASE}/callback/other?code=x&state=${state}`)
    expect(app.log.find(({ level }) => level === 'error')?.entry).toMatchObject({
      type: 'InvalidCheck',
      message: expect.stringContaining('another provider'),
    })
  })

  // proves P-OA-1
  it('takes a transaction for no other state than its own, whatever its cookie is named', async () => {
    const here = setting()
    await begin(here.browser)
    const [first] = here.browser.cookies(ORIGIN).filter(({ name }) => name.includes('.transaction.'))
    const second = await begin(here.browser)
    const [, cookie] = here.browser.cookies(ORIGIN).filter(({ name }) => name.includes('.transaction.'))
    here.browser.plant(ORIGIN, cookie?.name ?? '', first?.value ?? '')
    expect(await refused(here, await here.browser.get(here.idp.agree(second).href))).toBe(
      '/auth/error?error=Configuration InvalidCheck',
    )
  })

  // proves P-CS-6, P-HT-1
  it('HEAD uses nothing up', async () => {
    const here = setting()
    const answer = here.idp.agree(await begin(here.browser)).href
    const head = await here.browser.send(answer, { method: 'HEAD' })
    expect([head.status, head.headers.get('location'), head.headers.getSetCookie()]).toEqual([200, null, []])
    expect((await here.browser.get(answer)).headers.get('location')).toBe(`${ORIGIN}/after`)
  })

  // proves P-OA-8
  it('an answer that is brought again with its cookie kept is refused before the provider is asked', async () => {
    const here = setting()
    const answer = here.idp.agree(await begin(here.browser)).href
    const kept = here.browser.cookies(ORIGIN).filter(({ name }) => name.includes('.transaction.'))
    await here.browser.get(answer)
    for (const { name, value } of kept) here.browser.plant(ORIGIN, name, value)
    const again = await here.browser.get(answer)
    expect(again.headers.get('location')).toBe(`${ORIGIN}/after`)
    expect(again.headers.getSetCookie().filter((cookie) => cookie.includes('session-token'))).toEqual([])
    expect(here.idp.tokenRequests).toHaveLength(1)
  })

  // proves P-OA-8, P-CC-1
  it('of ten answers at once one signs in, and all go to the same place', async () => {
    const here = setting()
    const answer = here.idp.agree(await begin(here.browser)).href
    const responses = await Promise.all(Array.from({ length: 10 }, () => here.browser.get(answer)))
    expect(new Set(responses.map((response) => response.headers.get('location')))).toEqual(
      new Set([`${ORIGIN}/after`]),
    )
    expect(
      responses.filter((response) =>
        response.headers.getSetCookie().some((cookie) => cookie.includes('session-token')),
      ),
    ).toHaveLength(1)
    expect(here.idp.tokenRequests).toHaveLength(1)
  })

  // proves P-CS-5
  it.each(['iframe', 'image', 'empty'])(
    'an answer that is loaded as %s signs nobody in, and can still be opened',
    async (destination) => {
      const here = setting()
      const answer = here.idp.agree(await begin(here.browser)).href
      await here.browser.get(answer, { 'sec-fetch-dest': destination, 'sec-fetch-site': 'cross-site' })
      expect(here.app.errors).toEqual(['InvalidCheck'])
      expect((await here.browser.get(answer, { 'sec-fetch-dest': 'document' })).headers.get('location')).toBe(
        `${ORIGIN}/after`,
      )
    },
  )

  // proves P-OA-1, §5.5, §10.2 l
  it('uses an answer up: the same again gets nothing', async () => {
    const here = setting()
    const answer = here.idp.agree(await begin(here.browser)).href
    await here.browser.get(answer)
    const again = await here.browser.get(answer)
    expect(again.headers.get('location')).toMatch(/\/auth\/error\?error=Configuration/)
    expect(here.app.errors).toEqual(['InvalidCheck'])
    expect(here.idp.tokenRequests).toHaveLength(1)
    // Who is signed in already stays it.
    expect(await session(here.browser)).not.toBeNull()
  })

  // proves P-OA-1, §20 Q-18
  it('uses a transaction up whatever comes of it', async () => {
    const here = setting({ claims: { nonce: 'x' } })
    await callback(here)
    expect(transactions(here.browser)).toEqual([])
  })

  // proves P-LG-1
  it('writes no secret to the log, whatever fails', async () => {
    for (const faults of [
      { claims: { nonce: 'x' } },
      { signature: 'wrong key' },
      { token: { token_type: 7 } },
    ] as Faults[]) {
      const here = setting(faults)
      await callback(here)
      const { inspect } = await import('node:util')
      const text = inspect(here.app.log, { depth: 20 })
      expect(text).not.toMatch(/access token of ann|refresh token of ann|app secret|eyJ/)
    }
  })

  // proves EP-7, P-CK-1, §3 POST /callback/<id> oauth, §4.1 b, §4.4 d, §10.2 a
  it('takes a form that the provider’s site posts, where the provider answers so', async () => {
    const { browser, idp } = setting({}, { authorization: { params: { response_mode: 'form_post' } } })
    const answer = idp.agree(await begin(browser))
    expect(transactions(browser)[0]).toMatch(/; Secure; SameSite=None$/)
    const form = { origin: 'https://id.test', 'sec-fetch-site': 'cross-site' }
    const response = await browser.post(`${BASE}/callback/idp`, Object.fromEntries(answer.searchParams), form)
    expect(response.headers.get('location')).toBe(`${ORIGIN}/after`)
    expect(await session(browser)).not.toBeNull()
  })

  // proves §8.3 a, §10.2 f
  it('asks the userinfo endpoint when told to, and wants the same subject there', async () => {
    const here = setting({}, { idToken: false })
    await callback(here)
    expect(here.idp.requests).toContain('/userinfo')
    expect(await session(here.browser)).toMatchObject({ user: { name: 'Ann', email: 'ann@example.com' } })
    const other = setting({ userinfo: { sub: 'somebody else' } }, { idToken: false })
    expect(await refused(other, await callback(other))).toBe(
      '/auth/error?error=Configuration CallbackRouteError',
    )
  })
})

describe('what the signIn callback says', () => {
  const cases: [string, () => boolean | string, string, string[]][] = [
    ['false', () => false, `${BASE}/error?error=AccessDenied`, ['AccessDenied']],
    ['a path', () => '/first/this', `${ORIGIN}/first/this`, []],
    ['a foreign URL', () => 'https://evil.test/', ORIGIN, []],
    ['a script', () => 'javascript:alert(1)', ORIGIN, []],
    [
      'an object',
      () => ({ id: 1 }) as unknown as boolean,
      `${BASE}/error?error=AccessDenied`,
      ['AccessDenied'],
    ],
    ['nothing', () => undefined as unknown as boolean, `${BASE}/error?error=AccessDenied`, ['AccessDenied']],
    [
      'an error',
      () => {
        throw new Error('not on the list')
      },
      `${BASE}/error?error=AccessDenied`,
      ['AccessDenied'],
    ],
  ]
  // proves CB-17, ST-3, ST-4, ST-5, P-RD-2, P-SE-9, §11.1 a, §11.1 b, §11.1 c, §14 AccessDenied
  it.each(cases)('%s: nobody is let in', async (_, signIn, location, errors) => {
    const idp = createIdp()
    const app = createApp({ providers: [oidcFor(idp)], callbacks: { signIn } })
    const browser = new Browser(app)
    const response = await browser.get(idp.agree(await begin(browser)).href)
    expect(response.headers.get('location')).toBe(location)
    expect(await session(browser)).toBeNull()
    expect(app.errors).toEqual(errors)
  })

  // proves ST-4, ERR-13, P-LG-3, §11.1 b, §14 AccessDenied, §15 error
  it('an error: its message is in the log, and nowhere else', async () => {
    const idp = createIdp()
    const signIn = (): never => {
      throw new Error('Ann is on list X')
    }
    const app = createApp({ providers: [oidcFor(idp)], callbacks: { signIn } })
    const browser = new Browser(app)
    const { response } = await browser.follow(await browser.get(idp.agree(await begin(browser)).href))
    expect(response.status).toBe(403)
    expect(await response.text()).not.toContain('list X')
    expect(app.log.find(({ level }) => level === 'error')?.entry).toMatchObject({
      message: 'Ann is on list X',
      cause: { err: { message: 'Ann is on list X' } },
    })
  })
})
