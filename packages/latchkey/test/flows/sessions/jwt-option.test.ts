import {
  BASE,
  createApp,
  createIdp,
  ORIGIN,
  oidcFor,
  passwordProvider,
  SECRET,
} from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { moveTo, signedIn } from '@latchkey/test-support/kit/session.ts'
import { jwtVerify, SignJWT } from 'jose'
import { type AuthConfig, createAuth } from 'latchkey'
import {
  encode,
  getToken,
  type JWT,
  type JWTDecodeParams,
  type JWTEncodeParams,
  type JWTOptions,
} from 'latchkey/jwt'
import { afterEach, describe, expect, it, vi } from 'vitest'

const COOKIE_NAME = '__Secure-latchkey.session-token'
const DAY = 24 * 60 * 60

function advanceTime(seconds: number): void {
  vi.useFakeTimers({ now: Date.now() + seconds * 1000, toFake: ['Date'] })
}

afterEach(() => {
  vi.useRealTimers()
})

function toKey(secret: string | string[]): Uint8Array {
  return new TextEncoder().encode(typeof secret === 'string' ? secret : secret[0])
}

interface SignedTokens {
  readonly jwt: Pick<JWTOptions, 'encode' | 'decode'>
  readonly encoded: JWTEncodeParams[]
  readonly decoded: JWTDecodeParams[]
}

/**
 * Returns functions that sign tokens instead of encrypting them, and the parameters of their calls.
 */
function signedTokens(): SignedTokens {
  const encoded: JWTEncodeParams[] = []
  const decoded: JWTDecodeParams[] = []
  const jwt: SignedTokens['jwt'] = {
    encode: async (params) => {
      encoded.push(params)
      const token = new SignJWT(params.token).setProtectedHeader({ alg: 'HS256' }).setIssuedAt()
      return token
        .setExpirationTime(Math.floor(Date.now() / 1000) + (params.maxAge ?? 0))
        .sign(toKey(params.secret))
    },
    decode: async (params) => {
      decoded.push(params)
      return (await jwtVerify(params.token ?? '', toKey(params.secret))).payload
    },
  }
  return { jwt, encoded, decoded }
}

function readToken(browser: Browser, name: string = COOKIE_NAME): string | undefined {
  return browser.cookies(ORIGIN).find((cookie) => cookie.name === name)?.value
}

async function readSession(
  browser: Browser,
): Promise<{ session: { expires: string } | null; cookies: string[] }> {
  const response = await browser.get(`${BASE}/session`)
  return {
    session: (await response.json()) as { expires: string } | null,
    cookies: response.headers.getSetCookie(),
  }
}

const annsSession = { user: { name: 'Ann', email: 'ann@example.com' } }
const clearedCookie = [expect.stringMatching(new RegExp(`^${COOKIE_NAME}=; Max-Age=0`))]

describe('tokens of jwt.encode and jwt.decode', () => {
  // proves CFG-19, EV-8, §6.1, §6.1 a
  it('carry a session from sign-in through update to sign-out', async () => {
    const { jwt, encoded, decoded } = signedTokens()
    const signOuts: unknown[] = []
    const app = createApp({
      jwt,
      callbacks: {
        jwt: ({ token, trigger, session }) =>
          trigger === 'update' ? { ...token, name: session.name } : token,
      },
      events: { signOut: (message) => signOuts.push(message) },
    })
    const browser = await signedIn(app)
    expect(readToken(browser)?.split('.')).toHaveLength(3)
    expect(await readSession(browser)).toEqual({
      session: { ...annsSession, expires: expect.any(String) },
      cookies: [],
    })

    const headers = { 'content-type': 'application/json', origin: ORIGIN }
    await browser.send(`${BASE}/session`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ data: { name: 'Annabel' } }),
    })
    expect((await readSession(browser)).session).toMatchObject({ user: { name: 'Annabel' } })

    await browser.post(`${BASE}/signout`)
    expect(browser.cookies(ORIGIN)).toEqual([])
    expect(signOuts).toEqual([
      { token: expect.objectContaining({ sub: 'ann', name: 'Annabel' }), by: 'user' },
    ])
    expect(encoded).toHaveLength(2)
    for (const params of encoded)
      expect(params).toEqual({
        token: expect.anything(),
        secret: SECRET,
        salt: COOKIE_NAME,
        maxAge: 30 * DAY,
      })
    for (const params of decoded)
      expect(params).toEqual({ token: expect.any(String), secret: SECRET, salt: COOKIE_NAME })
    expect(app.errors).toEqual([])
  })

  it('are read by server code as well', async () => {
    const app = createApp({ jwt: signedTokens().jwt })
    const headers = new Headers({ host: 'app.test', cookie: (await signedIn(app)).cookiesFor(ORIGIN) })
    expect((await createAuth(app.config).session({ headers })).session).toMatchObject(annsSession)
    expect(
      await getToken({
        req: { headers },
        secret: SECRET,
        secureCookie: true,
        decode: signedTokens().jwt.decode,
      }),
    ).toMatchObject({
      sub: 'ann',
    })
    expect(await getToken({ req: { headers }, secret: SECRET, secureCookie: true })).toBeNull()
  })

  // proves SES-6
  it('are renewed after updateAge with a new expiry', async () => {
    const { jwt, encoded } = signedTokens()
    const browser = await signedIn(createApp({ jwt }))
    advanceTime(DAY + 1)
    const { session, cookies } = await readSession(browser)
    expect(cookies).toHaveLength(1)
    expect(Date.parse(session?.expires ?? '')).toBe(Math.floor(Date.now() / 1000 + 30 * DAY) * 1000)
    expect(encoded[1]?.token).toEqual({
      name: 'Ann',
      email: 'ann@example.com',
      sub: 'ann',
      jti: encoded[0]?.token?.jti,
    })
    advanceTime(29 * DAY)
    expect((await readSession(browser)).session).toMatchObject(annsSession)
  })

  it('keep the expiry that the jwt callback sets', async () => {
    const { jwt, encoded } = signedTokens()
    const exp = Math.floor(Date.now() / 1000) + 3600
    await readSession(
      await signedIn(
        createApp({
          jwt,
          session: { updateAge: 0 },
          callbacks: { jwt: ({ token }) => ({ ...token, exp }) },
        }),
      ),
    )
    expect(encoded.map(({ token }) => token?.exp)).toEqual([exp, exp])
  })

  it('are renewed at each read when they have no `iat`', async () => {
    const jwt: Partial<JWTOptions> = {
      encode: ({ token }) => JSON.stringify(token),
      decode: ({ token = '' }) => JSON.parse(token),
    }
    const browser = await signedIn(createApp({ jwt }))
    expect((await readSession(browser)).cookies).toHaveLength(1)
    expect((await readSession(browser)).cookies).toHaveLength(1)
  })

  // proves P-JW-3, P-SE-5
  it.each<[string, JWT]>([
    ['its `exp` has passed', { exp: 1 }],
    ['its `iat` is older than maxAge', { iat: 1 }],
    ['its `iat` is in the future', { iat: 9_999_999_999 }],
    ['its `exp` is not a number', { exp: '9999999999' as unknown as number }],
  ])('are rejected when %s, even if jwt.decode accepts them', async (_, claims) => {
    const app = createApp({ jwt: { decode: () => ({ sub: 'ann', ...claims }) } })
    const browser = new Browser(app)
    browser.plant(ORIGIN, COOKIE_NAME, 'anything')
    expect(await readSession(browser)).toEqual({ session: null, cookies: clearedCookie })
    expect(app.errors).toEqual(['JWTSessionError'])
  })

  // proves P-SE-9
  it.each<[string, unknown]>([
    ['null', null],
    ['undefined', undefined],
    ['a string', 'ann'],
  ])('are cleared when jwt.decode returns %s', async (_, decoded) => {
    const app = createApp({ jwt: { decode: () => decoded as JWT } })
    expect(await readSession(moveTo(app, await signedIn(createApp())))).toEqual({
      session: null,
      cookies: clearedCookie,
    })
    expect(app.errors).toEqual(['JWTSessionError'])
  })

  // proves §14 JWTSessionError, §13.1 a
  it('are cleared when jwt.decode throws, and the cause is logged', async () => {
    const app = createApp({ jwt: signedTokens().jwt })
    const browser = moveTo(app, await signedIn(createApp()))
    expect(await readSession(browser)).toEqual({ session: null, cookies: clearedCookie })
    const [{ entry } = { entry: undefined }] = app.log.filter(({ level }) => level === 'error')
    expect(entry).toMatchObject({ type: 'JWTSessionError', cause: { err: { code: 'ERR_JWS_INVALID' } } })
  })

  const failing: [string, AuthConfig['jwt'], string][] = [
    ['throws', { encode: () => Promise.reject(new Error('key is hunter2')) }, '`jwt.encode` callback threw'],
    [
      'returns undefined',
      { encode: () => undefined as unknown as string },
      '`jwt.encode` did not return a string',
    ],
    ['returns an empty string', { encode: () => '' }, '`jwt.encode` did not return a string'],
  ]
  // proves P-SE-9, P-LG-3
  it.each(failing)('block sign-ins but end no session when jwt.encode %s', async (_, jwt, message) => {
    const app = createApp({ jwt, session: { updateAge: 0 } })
    const response = await new Browser(app).post(`${BASE}/callback/credentials`, {
      email: 'ann@example.com',
      password: 'right',
    })
    expect(response.headers.getSetCookie()).toEqual([])
    expect(response.headers.get('location')).toMatch(/\/error\?error=Configuration&reference=/)

    const renewal = await moveTo(app, await signedIn(createApp())).get(`${BASE}/session`)
    expect({ status: renewal.status, cookies: renewal.headers.getSetCookie() }).toEqual({
      status: 500,
      cookies: [],
    })
    expect(await renewal.text()).not.toContain('hunter2')
    expect(app.errors).toEqual(['SessionError', 'SessionError'])
    expect(app.log.find(({ level }) => level === 'error')?.entry).toMatchObject({
      message: expect.stringContaining(message),
    })
  })

  // proves §5.5, §6.1 a
  it('are used for sessions only: other cookies stay sealed by Latchkey', async () => {
    const { jwt, encoded, decoded } = signedTokens()
    const idp = createIdp()
    const browser = new Browser(createApp({ jwt, providers: [oidcFor(idp), passwordProvider] }))
    await browser.get(`${BASE}/signin?callbackUrl=/inside`)
    const started = await browser.post(`${BASE}/signin/idp`, { callbackUrl: '/inside' })
    const sealed = browser.cookies(ORIGIN).filter(({ name }) => /transaction|callback-url/.test(name))
    expect(sealed).toHaveLength(2)
    for (const { value } of sealed) expect(value.split('.')).toHaveLength(5)
    const response = await browser.get(idp.agree(started.headers.get('location') ?? '').href)
    expect(response.headers.get('location')).toBe(`${ORIGIN}/inside`)
    expect([encoded, decoded].flat().map(({ salt }) => salt)).not.toHaveLength(0)
    expect(new Set([encoded, decoded].flat().map(({ salt }) => salt))).toEqual(new Set([COOKIE_NAME]))
  })

  // proves §6.1 a
  it('are encoded with all configured secrets', async () => {
    const { jwt, encoded } = signedTokens()
    await signedIn(createApp({ jwt, secret: ['the newest secret of them all, for today', SECRET] }))
    expect(encoded[0]?.secret).toEqual(['the newest secret of them all, for today', SECRET])
  })
})

describe('jwt.decode without jwt.encode', () => {
  it('reads tokens of another format, which Latchkey replaces after updateAge', async () => {
    const { jwt } = signedTokens()
    const earlier = await signedIn(createApp({ jwt }))
    const app = createApp({ jwt: { decode: jwt.decode }, session: { updateAge: 0 } })
    const browser = moveTo(app, earlier)
    expect((await readSession(browser)).session).toMatchObject(annsSession)
    expect(readToken(browser)?.split('.')).toHaveLength(5)
  })
})

describe('jwt.secret and jwt.maxAge', () => {
  const sessionSecret = 'another secret that only sessions are sealed with'

  // proves §6.1
  it('jwt.secret seals the session and nothing else', async () => {
    const idp = createIdp()
    const browser = new Browser(createApp({ jwt: { secret: sessionSecret }, providers: [oidcFor(idp)] }))
    const started = await browser.post(`${BASE}/signin/idp`)
    const shared = moveTo(
      createApp({ jwt: { secret: [sessionSecret, SECRET] }, providers: [oidcFor(idp)] }),
      browser,
    )
    await shared.get(idp.agree(started.headers.get('location') ?? '').href)
    const req = { headers: { cookie: shared.cookiesFor(ORIGIN) } }
    expect(await getToken({ req, secret: sessionSecret, secureCookie: true })).toMatchObject({ name: 'Ann' })
    expect(await getToken({ req, secret: SECRET, secureCookie: true })).toBeNull()
  })

  it('an empty jwt.secret is ignored', async () => {
    const browser = await signedIn(createApp({ jwt: { secret: '' } }))
    const req = { headers: { cookie: browser.cookiesFor(ORIGIN) } }
    expect(await getToken({ req, secret: SECRET, secureCookie: true })).toMatchObject({ name: 'Ann' })
  })

  it('a short jwt.secret causes a warning', async () => {
    const app = createApp({ jwt: { secret: 'short' } })
    await signedIn(app)
    expect(app.log.filter(({ level }) => level === 'warn').map(({ entry }) => entry)).toEqual([
      'short-secret',
    ])
  })

  // proves SES-5, §6.1
  it.each([
    { jwtAge: 60, sessionAge: undefined, seconds: 60 },
    { jwtAge: 60, sessionAge: 3600, seconds: 60 },
    { jwtAge: 3600, sessionAge: 60, seconds: 60 },
    { jwtAge: undefined, sessionAge: 60, seconds: 60 },
  ])(
    'jwt.maxAge $jwtAge and session.maxAge $sessionAge end the session after $seconds seconds',
    async ({ jwtAge, sessionAge, seconds }) => {
      const browser = await signedIn(createApp({ jwt: { maxAge: jwtAge }, session: { maxAge: sessionAge } }))
      const { session } = await readSession(browser)
      expect(Math.abs(Date.parse(session?.expires ?? '') - Date.now() - seconds * 1000)).toBeLessThan(2000)
      advanceTime(seconds + 1)
      expect(await readSession(browser)).toEqual({ session: null, cookies: clearedCookie })
    },
  )

  it.each([0, -1, 1.5, '60'])('a jwt.maxAge of %j is rejected as an invalid option', async (maxAge) => {
    const app = createApp({ jwt: { maxAge: maxAge as number } })
    expect((await new Browser(app).get(`${BASE}/session`)).status).toBe(500)
    expect(app.log.find(({ level }) => level === 'error')?.entry).toMatchObject({
      type: 'InvalidOption',
      message: expect.stringContaining('`jwt.maxAge`'),
    })
  })
})

describe('migration from Auth.js', () => {
  const AUTH_JS_COOKIE = '__Secure-authjs.session-token'

  // proves §4.1 c, §5.1 a
  it('keeps existing sessions with cookiePrefix: they are read and renewed', async () => {
    const token = await encode({
      token: { name: 'Ann', email: 'ann@example.com', sub: '1' },
      secret: SECRET,
      salt: AUTH_JS_COOKIE,
    })
    const browser = new Browser(createApp({ cookiePrefix: 'authjs' }))
    browser.plant(ORIGIN, AUTH_JS_COOKIE, token)
    expect(await readSession(browser)).toEqual({
      session: { ...annsSession, expires: expect.any(String) },
      cookies: [],
    })
    advanceTime(2 * DAY)
    const { session, cookies } = await readSession(browser)
    expect(session).toMatchObject(annsSession)
    expect(cookies).toEqual([expect.stringContaining(`${AUTH_JS_COOKIE}=ey`)])
    expect(readToken(browser, AUTH_JS_COOKIE)).not.toBe(token)
    const req = { headers: { cookie: browser.cookiesFor(ORIGIN) } }
    expect(await getToken({ req, secret: SECRET, secureCookie: true, cookiePrefix: 'authjs' })).toMatchObject(
      { sub: '1' },
    )
  })

  // proves P-JW-2, §5.1 a
  it('loses existing sessions without cookiePrefix: a token is bound to its cookie name', async () => {
    const token = await encode({ token: { sub: '1' }, secret: SECRET, salt: AUTH_JS_COOKIE })
    const browser = new Browser(createApp())
    browser.plant(ORIGIN, COOKIE_NAME, token)
    expect(await readSession(browser)).toEqual({ session: null, cookies: clearedCookie })
  })
})

describe('getToken', () => {
  // proves §5.4
  it.each([
    ['https://app.test', true],
    ['http://app.test', false],
  ])('reads the session of a sign-in at %s', async (origin, secureCookie) => {
    const idp = createIdp()
    const app = createApp(
      { providers: [oidcFor(idp)], callbacks: { jwt: ({ token }) => ({ ...token, role: 'admin' }) } },
      origin,
    )
    const browser = new Browser(app)
    const started = await browser.post(`${origin}/auth/signin/idp`)
    await browser.get(idp.agree(started.headers.get('location') ?? '').href)
    const req = new Request(origin, { headers: { cookie: browser.cookiesFor(origin) } })
    expect(await getToken({ req, secret: SECRET, secureCookie })).toMatchObject({
      name: 'Ann',
      email: 'ann@example.com',
      role: 'admin',
    })
    expect(await getToken({ req, secret: SECRET, secureCookie: !secureCookie })).toBeNull()
    expect(await getToken({ req, secret: 'another', secureCookie })).toBeNull()
  })

  // proves §5.4, §5.2 a
  it('reads a session that is split over several cookies', async () => {
    const browser = await signedIn(
      createApp({ callbacks: { jwt: ({ token }) => ({ ...token, much: 'm'.repeat(9000) }) } }),
    )
    const req = { headers: { cookie: browser.cookiesFor(ORIGIN) } }
    expect(await getToken({ req, secret: SECRET, secureCookie: true })).toMatchObject({ name: 'Ann' })
  })

  // proves P-SE-11, §3 a, §5.4 a
  it('reads a bearer token, which no endpoint accepts', async () => {
    const app = createApp()
    const authorization = `Bearer ${readToken(await signedIn(app))}`
    expect(
      await getToken({ req: { headers: { authorization } }, secret: SECRET, secureCookie: true }),
    ).toMatchObject({ name: 'Ann' })
    expect(await (await new Browser(app).get(`${BASE}/session`, { authorization })).json()).toBeNull()
  })
})
