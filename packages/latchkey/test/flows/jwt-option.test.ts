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
import { BASE, createApp, createIdp, ORIGIN, oidcFor, passwordProvider, SECRET } from '../kit/app.ts'
import { Browser } from '../kit/browser.ts'
import { moveTo, signedIn } from '../kit/session.ts'

const NAME = '__Secure-latchkey.session-token'
const DAY = 24 * 60 * 60

function later(seconds: number): void {
  vi.useFakeTimers({ now: Date.now() + seconds * 1000, toFake: ['Date'] })
}

afterEach(() => {
  vi.useRealTimers()
})

function keyOf(secret: string | string[]): Uint8Array {
  return new TextEncoder().encode(typeof secret === 'string' ? secret : secret[0])
}

interface Signed {
  readonly jwt: Pick<JWTOptions, 'encode' | 'decode'>
  readonly encoded: JWTEncodeParams[]
  readonly decoded: JWTDecodeParams[]
}

/** Tokens that are signed, not encrypted, and what the functions were called with. */
function signedTokens(): Signed {
  const encoded: JWTEncodeParams[] = []
  const decoded: JWTDecodeParams[] = []
  const jwt: Signed['jwt'] = {
    encode: async (params) => {
      encoded.push(params)
      const token = new SignJWT(params.token).setProtectedHeader({ alg: 'HS256' }).setIssuedAt()
      return token
        .setExpirationTime(Math.floor(Date.now() / 1000) + (params.maxAge ?? 0))
        .sign(keyOf(params.secret))
    },
    decode: async (params) => {
      decoded.push(params)
      return (await jwtVerify(params.token ?? '', keyOf(params.secret))).payload
    },
  }
  return { jwt, encoded, decoded }
}

function tokenOf(browser: Browser, name: string = NAME): string | undefined {
  return browser.cookies(ORIGIN).find((cookie) => cookie.name === name)?.value
}

async function read(browser: Browser): Promise<{ session: { expires: string } | null; cookies: string[] }> {
  const response = await browser.get(`${BASE}/session`)
  return {
    session: (await response.json()) as { expires: string } | null,
    cookies: response.headers.getSetCookie(),
  }
}

const IN = { user: { name: 'Ann', email: 'ann@example.com' } }
const cleared = [expect.stringMatching(new RegExp(`^${NAME}=; Max-Age=0`))]

describe('tokens that the application writes and reads itself', () => {
  // proves CFG-19, EV-8, §6.1, §6.1 a
  it('carry a session through its whole life', async () => {
    const { jwt, encoded, decoded } = signedTokens()
    const ended: unknown[] = []
    const app = createApp({
      jwt,
      callbacks: {
        jwt: ({ token, trigger, session }) =>
          trigger === 'update' ? { ...token, name: session.name } : token,
      },
      events: { signOut: (message) => ended.push(message) },
    })
    const browser = await signedIn(app)
    expect(tokenOf(browser)?.split('.')).toHaveLength(3)
    expect(await read(browser)).toEqual({ session: { ...IN, expires: expect.any(String) }, cookies: [] })

    const headers = { 'content-type': 'application/json', origin: ORIGIN }
    await browser.send(`${BASE}/session`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ data: { name: 'Annabel' } }),
    })
    expect((await read(browser)).session).toMatchObject({ user: { name: 'Annabel' } })

    await browser.post(`${BASE}/signout`)
    expect(browser.cookies(ORIGIN)).toEqual([])
    expect(ended).toEqual([{ token: expect.objectContaining({ sub: 'ann', name: 'Annabel' }) }])
    expect(encoded).toHaveLength(2)
    for (const params of encoded)
      expect(params).toEqual({ token: expect.anything(), secret: SECRET, salt: NAME, maxAge: 30 * DAY })
    for (const params of decoded)
      expect(params).toEqual({ token: expect.any(String), secret: SECRET, salt: NAME })
    expect(app.errors).toEqual([])
  })

  it('are read by server code, too', async () => {
    const app = createApp({ jwt: signedTokens().jwt })
    const headers = new Headers({ host: 'app.test', cookie: (await signedIn(app)).cookiesFor(ORIGIN) })
    expect((await createAuth(app.config).session({ headers })).session).toMatchObject(IN)
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
  it('are written again after updateAge, with new times', async () => {
    const { jwt, encoded } = signedTokens()
    const browser = await signedIn(createApp({ jwt }))
    later(DAY + 1)
    const { session, cookies } = await read(browser)
    expect(cookies).toHaveLength(1)
    expect(Date.parse(session?.expires ?? '')).toBe(Math.floor(Date.now() / 1000 + 30 * DAY) * 1000)
    expect(encoded[1]?.token).toEqual({
      name: 'Ann',
      email: 'ann@example.com',
      sub: 'ann',
      jti: encoded[0]?.token?.jti,
    })
    later(29 * DAY)
    expect((await read(browser)).session).toMatchObject(IN)
  })

  it('keep the end that a callback sets', async () => {
    const { jwt, encoded } = signedTokens()
    const end = Math.floor(Date.now() / 1000) + 3600
    await read(
      await signedIn(
        createApp({
          jwt,
          session: { updateAge: 0 },
          callbacks: { jwt: ({ token }) => ({ ...token, exp: end }) },
        }),
      ),
    )
    expect(encoded.map(({ token }) => token?.exp)).toEqual([end, end])
  })

  it('are written at each read when they do not tell their age', async () => {
    const jwt: Partial<JWTOptions> = {
      encode: ({ token }) => JSON.stringify(token),
      decode: ({ token = '' }) => JSON.parse(token),
    }
    const browser = await signedIn(createApp({ jwt }))
    expect((await read(browser)).cookies).toHaveLength(1)
    expect((await read(browser)).cookies).toHaveLength(1)
  })

  // proves P-JW-3, P-SE-5
  it.each<[string, JWT]>([
    ['its end is over', { exp: 1 }],
    ['it is older than maxAge', { iat: 1 }],
    ['it is from the future', { iat: 9_999_999_999 }],
    ['its end is no number', { exp: '9999999999' as unknown as number }],
  ])('are refused when %s, whatever the function says', async (_, times) => {
    const app = createApp({ jwt: { decode: () => ({ sub: 'ann', ...times }) } })
    const browser = new Browser(app)
    browser.plant(ORIGIN, NAME, 'anything')
    expect(await read(browser)).toEqual({ session: null, cookies: cleared })
    expect(app.errors).toEqual(['JWTSessionError'])
  })

  // proves P-SE-9
  it.each<[string, unknown]>([
    ['null', null],
    ['nothing', undefined],
    ['text', 'ann'],
  ])('are cleared when the function gives %s for them', async (_, given) => {
    const app = createApp({ jwt: { decode: () => given as JWT } })
    expect(await read(moveTo(app, await signedIn(createApp())))).toEqual({ session: null, cookies: cleared })
    expect(app.errors).toEqual(['JWTSessionError'])
  })

  // proves §14 JWTSessionError, §13.1 a
  it('are cleared when the function throws; the log tells why', async () => {
    const app = createApp({ jwt: signedTokens().jwt })
    const browser = moveTo(app, await signedIn(createApp()))
    expect(await read(browser)).toEqual({ session: null, cookies: cleared })
    const [{ entry } = { entry: undefined }] = app.log.filter(({ level }) => level === 'error')
    expect(entry).toMatchObject({ type: 'JWTSessionError', cause: { err: { code: 'ERR_JWS_INVALID' } } })
  })

  const failing: [string, AuthConfig['jwt'], string][] = [
    ['throws', { encode: () => Promise.reject(new Error('key is hunter2')) }, '`jwt.encode` callback threw'],
    ['gives nothing', { encode: () => undefined as unknown as string }, '`jwt.encode` gave no text'],
    ['gives empty text', { encode: () => '' }, '`jwt.encode` gave no text'],
  ]
  // proves P-SE-9, P-LG-3
  it.each(failing)(
    'a function that %s instead of writing lets nobody in, and signs nobody out',
    async (_, jwt, message) => {
      const app = createApp({ jwt, session: { updateAge: 0 } })
      const response = await new Browser(app).post(`${BASE}/callback/credentials`, {
        email: 'ann@example.com',
        password: 'right',
      })
      expect(response.headers.getSetCookie()).toEqual([])
      expect(response.headers.get('location')).toMatch(/\/error\?error=Configuration&reference=/)

      const renewal = await moveTo(app, await signedIn(createApp())).get(`${BASE}/session`)
      expect([renewal.status, renewal.headers.getSetCookie()]).toEqual([500, []])
      expect(await renewal.text()).not.toContain('hunter2')
      expect(app.errors).toEqual(['SessionError', 'SessionError'])
      expect(app.log.find(({ level }) => level === 'error')?.entry).toMatchObject({
        message: expect.stringContaining(message),
      })
    },
  )

  // proves §5.5, §6.1 a
  it('are for the session alone: nothing else is sealed with these functions', async () => {
    const { jwt, encoded, decoded } = signedTokens()
    const idp = createIdp()
    const browser = new Browser(createApp({ jwt, providers: [oidcFor(idp), passwordProvider] }))
    await browser.get(`${BASE}/signin?callbackUrl=/inside`)
    const begun = await browser.post(`${BASE}/signin/idp`, { callbackUrl: '/inside' })
    const sealed = browser.cookies(ORIGIN).filter(({ name }) => /transaction|callback-url/.test(name))
    expect(sealed).toHaveLength(2)
    for (const { value } of sealed) expect(value.split('.')).toHaveLength(5)
    const done = await browser.get(idp.agree(begun.headers.get('location') ?? '').href)
    expect(done.headers.get('location')).toBe(`${ORIGIN}/inside`)
    expect([encoded, decoded].flat().map(({ salt }) => salt)).not.toHaveLength(0)
    expect(new Set([encoded, decoded].flat().map(({ salt }) => salt))).toEqual(new Set([NAME]))
  })

  // proves §6.1 a
  it('get all secrets when there are several', async () => {
    const { jwt, encoded } = signedTokens()
    await signedIn(createApp({ jwt, secret: ['the newest secret of them all, for today', SECRET] }))
    expect(encoded[0]?.secret).toEqual(['the newest secret of them all, for today', SECRET])
  })
})

describe('only one of the two functions', () => {
  it('decode: tokens of another form are read, and become ours after updateAge', async () => {
    const { jwt } = signedTokens()
    const old = await signedIn(createApp({ jwt }))
    const browser = moveTo(createApp({ jwt: { decode: jwt.decode }, session: { updateAge: 0 } }), old)
    expect((await read(browser)).session).toMatchObject(IN)
    expect(tokenOf(browser)?.split('.')).toHaveLength(5)
  })
})

describe('jwt.secret and jwt.maxAge', () => {
  const own = 'another secret that only sessions are sealed with'

  // proves §6.1
  it('seal the session with a secret of its own, and nothing else', async () => {
    const idp = createIdp()
    const browser = new Browser(createApp({ jwt: { secret: own }, providers: [oidcFor(idp)] }))
    const begun = await browser.post(`${BASE}/signin/idp`)
    const shared = moveTo(createApp({ jwt: { secret: [own, SECRET] }, providers: [oidcFor(idp)] }), browser)
    await shared.get(idp.agree(begun.headers.get('location') ?? '').href)
    const req = { headers: { cookie: shared.cookiesFor(ORIGIN) } }
    expect(await getToken({ req, secret: own, secureCookie: true })).toMatchObject({ name: 'Ann' })
    expect(await getToken({ req, secret: SECRET, secureCookie: true })).toBeNull()
  })

  it('an empty one is none', async () => {
    const browser = await signedIn(createApp({ jwt: { secret: '' } }))
    const req = { headers: { cookie: browser.cookiesFor(ORIGIN) } }
    expect(await getToken({ req, secret: SECRET, secureCookie: true })).toMatchObject({ name: 'Ann' })
  })

  it('a short one is warned of', async () => {
    const app = createApp({ jwt: { secret: 'short' } })
    await signedIn(app)
    expect(app.log.filter(({ level }) => level === 'warn').map(({ entry }) => entry)).toEqual([
      'short-secret',
    ])
  })

  // proves SES-5, §6.1
  it.each([
    [60, undefined, 60],
    [60, 3600, 60],
    [3600, 60, 60],
    [undefined, 60, 60],
  ])(
    'end it after jwt.maxAge %s or session.maxAge %s, whichever comes first',
    async (jwtAge, sessionAge, end) => {
      const browser = await signedIn(createApp({ jwt: { maxAge: jwtAge }, session: { maxAge: sessionAge } }))
      const { session } = await read(browser)
      expect(Math.abs(Date.parse(session?.expires ?? '') - Date.now() - end * 1000)).toBeLessThan(2000)
      later(end + 1)
      expect(await read(browser)).toEqual({ session: null, cookies: cleared })
    },
  )

  it.each([0, -1, 1.5, '60'])('a maxAge of %j is a problem of the configuration', async (maxAge) => {
    const app = createApp({ jwt: { maxAge: maxAge as number } })
    expect((await new Browser(app).get(`${BASE}/session`)).status).toBe(500)
    expect(app.log.find(({ level }) => level === 'error')?.entry).toMatchObject({
      type: 'InvalidOption',
      message: expect.stringContaining('`jwt.maxAge`'),
    })
  })
})

describe('an application that moves over', () => {
  const OLD = '__Secure-authjs.session-token'

  // proves §4.1 c, §5.1 a
  it('keeps its sessions with cookiePrefix: they are read and renewed', async () => {
    const made = await encode({
      token: { name: 'Ann', email: 'ann@example.com', sub: '1' },
      secret: SECRET,
      salt: OLD,
    })
    const browser = new Browser(createApp({ cookiePrefix: 'authjs' }))
    browser.plant(ORIGIN, OLD, made)
    expect(await read(browser)).toEqual({ session: { ...IN, expires: expect.any(String) }, cookies: [] })
    later(2 * DAY)
    const { session, cookies } = await read(browser)
    expect(session).toMatchObject(IN)
    expect(cookies).toEqual([expect.stringContaining(`${OLD}=ey`)])
    expect(tokenOf(browser, OLD)).not.toBe(made)
    const req = { headers: { cookie: browser.cookiesFor(ORIGIN) } }
    expect(await getToken({ req, secret: SECRET, secureCookie: true, cookiePrefix: 'authjs' })).toMatchObject(
      { sub: '1' },
    )
  })

  // proves P-JW-2, §5.1 a
  it('loses them without: a session has the name of its cookie as its purpose', async () => {
    const made = await encode({ token: { sub: '1' }, secret: SECRET, salt: OLD })
    const browser = new Browser(createApp())
    browser.plant(ORIGIN, NAME, made)
    expect(await read(browser)).toEqual({ session: null, cookies: cleared })
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
    const begun = await browser.post(`${origin}/auth/signin/idp`)
    await browser.get(idp.agree(begun.headers.get('location') ?? '').href)
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
  it('reads one that travels in pieces', async () => {
    const browser = await signedIn(
      createApp({ callbacks: { jwt: ({ token }) => ({ ...token, much: 'm'.repeat(9000) }) } }),
    )
    const req = { headers: { cookie: browser.cookiesFor(ORIGIN) } }
    expect(await getToken({ req, secret: SECRET, secureCookie: true })).toMatchObject({ name: 'Ann' })
  })

  // proves P-SE-11, §3 a, §5.4 a
  it('is the only reader of a bearer token: no door takes one', async () => {
    const app = createApp()
    const authorization = `Bearer ${tokenOf(await signedIn(app))}`
    expect(
      await getToken({ req: { headers: { authorization } }, secret: SECRET, secureCookie: true }),
    ).toMatchObject({ name: 'Ann' })
    expect(await (await new Browser(app).get(`${BASE}/session`, { authorization })).json()).toBeNull()
  })
})
