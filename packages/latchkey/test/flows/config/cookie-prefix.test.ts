import {
  BASE,
  createApp,
  deepFreeze,
  ORIGIN,
  passwordProvider,
  SECRET,
} from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { isolateEnvironment } from '@latchkey/test-support/kit/environment.ts'
import { signedIn } from '@latchkey/test-support/kit/session.ts'
import { type AuthConfig, createAuth, memoryStore, setEnvDefaults } from 'latchkey'
import { encode, getToken } from 'latchkey/jwt'
import { Latchkey, type LatchkeyConfig } from 'latchkey/next'
import { NextRequest } from 'next/server.js'
import { describe, expect, it, vi } from 'vitest'

vi.mock('next/headers.js', () => ({}))

isolateEnvironment()

const OWN = '__Secure-latchkey.session-token'
const MOVED = '__Secure-authjs.session-token'

function tokenFor(name: string, claims: object = {}, secret: string = SECRET): Promise<string> {
  return encode({ token: { sub: 'ann', name: 'Ann', ...claims }, secret, salt: name })
}

async function readToken(browser: Browser, options = {}): Promise<unknown> {
  const req = { headers: { cookie: browser.cookiesFor(ORIGIN) } }
  return (await getToken({ req, secret: SECRET, secureCookie: true, ...options }))?.sub
}

describe('AUTH_COOKIE_PREFIX', () => {
  // proves DROP-3
  it('sets the names of all cookies, for each configuration and `getToken`', async () => {
    vi.stubEnv('AUTH_COOKIE_PREFIX', 'authjs')
    const browser = await signedIn(createApp())
    await browser.get(`${BASE}/csrf`)
    expect(
      browser
        .cookies(ORIGIN)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['__Host-authjs.csrf-token', MOVED])
    const { session } = await createAuth(createApp().config).session({
      headers: new Headers({ cookie: browser.cookiesFor(ORIGIN) }),
      url: new URL(ORIGIN),
    })
    expect(session).toMatchObject({ user: { name: 'Ann' } })
    expect(await readToken(browser)).toBe('ann')
  })

  // proves DROP-3, CFG-9
  it.each(['shop', 'latchkey'])('is overridden by the option `cookiePrefix: %s`', async (cookiePrefix) => {
    vi.stubEnv('AUTH_COOKIE_PREFIX', 'authjs')
    const browser = await signedIn(createApp({ cookiePrefix }))
    expect(browser.cookies(ORIGIN).map(({ name }) => name)).toEqual([
      `__Secure-${cookiePrefix}.session-token`,
    ])
    expect(await readToken(browser)).toBeUndefined()
    expect(await readToken(browser, { cookiePrefix })).toBe('ann')
  })

  // proves DROP-3
  it('counts as not set if it is empty', async () => {
    vi.stubEnv('AUTH_COOKIE_PREFIX', '')
    expect((await signedIn(createApp())).cookies(ORIGIN).map(({ name }) => name)).toEqual([OWN])
  })

  // proves DROP-3, ERR-5
  it('is an InvalidOption if it is not valid in a cookie name', async () => {
    vi.stubEnv('AUTH_COOKIE_PREFIX', 'my app')
    const app = createApp()
    const response = await new Browser(app).get(`${BASE}/session`)
    const problem = app.log.find(({ level }) => level === 'error')?.entry
    expect({ status: response.status, problem }).toEqual({
      status: 500,
      problem: expect.objectContaining({
        type: 'InvalidOption',
        message: expect.stringContaining('`AUTH_COOKIE_PREFIX`'),
      }),
    })
    const overridden = await new Browser(createApp({ cookiePrefix: 'authjs' })).get(`${BASE}/session`)
    expect(overridden.status).toBe(200)
  })

  // proves DROP-3, §9.1
  it('is copied by setEnvDefaults from an environment other than that of the process', () => {
    const given = (config: Partial<AuthConfig>): AuthConfig => {
      const complete: AuthConfig = { providers: [], ...config }
      setEnvDefaults({ AUTH_COOKIE_PREFIX: 'authjs' }, complete)
      return complete
    }
    expect(given({}).cookiePrefix).toBe('authjs')
    expect(given({ cookiePrefix: 'shop' }).cookiePrefix).toBe('shop')
  })
})

describe('a split configuration', () => {
  const warnings: [string, string][] = []

  /** The configuration that the proxy uses, without what the complete one adds. */
  const proxyConfig: LatchkeyConfig = deepFreeze({
    secret: SECRET,
    baseUrl: ORIGIN,
    basePath: '/auth',
    providers: [],
    callbacks: { authorized: ({ auth }) => auth !== null },
    logger: { error: () => {}, warn: (code: string, text: string) => warnings.push([code, text]) },
  })

  /**
   * Sends a request with the cookies of a browser to the proxy; returns its redirect and warnings.
   */
  async function proxy(
    cookie: string,
    config: Partial<LatchkeyConfig> = {},
  ): Promise<{ location: string | null; warnings: [string, string][] }> {
    warnings.length = 0
    const { auth } = Latchkey({ ...proxyConfig, ...config })
    const request = new NextRequest(`${ORIGIN}/account`, { headers: { cookie } })
    const response = await auth(request, undefined as never)
    return { location: response.headers.get('location'), warnings: [...warnings] }
  }

  // proves DROP-3
  it('reads the session in the proxy with AUTH_COOKIE_PREFIX', async () => {
    vi.stubEnv('AUTH_COOKIE_PREFIX', 'authjs')
    const browser = await signedIn(createApp({ providers: [passwordProvider], baseUrl: ORIGIN }))
    expect(browser.cookiesFor(ORIGIN)).toContain(`${MOVED}=`)
    expect(await proxy(browser.cookiesFor(ORIGIN))).toEqual({ location: null, warnings: [] })
  })

  // proves DROP-3
  it.each(['cookie', 'chunks'])(
    'warns once that the proxy lacks the prefix of the complete configuration: %s',
    async (form) => {
      const padding = form === 'chunks' ? 'x'.repeat(4000) : ''
      const browser = await signedIn(
        createApp({
          baseUrl: ORIGIN,
          cookiePrefix: 'authjs',
          callbacks: { jwt: ({ token }) => ({ ...token, padding }) },
        }),
      )
      const cookie = browser.cookiesFor(ORIGIN)
      expect(cookie).toContain(form === 'chunks' ? `${MOVED}.0=` : `${MOVED}=`)
      const first = await proxy(cookie)
      expect(first).toEqual({
        location: expect.stringContaining('/auth/signin'),
        warnings: [['other-prefix', expect.stringContaining("cookiePrefix: 'authjs'")]],
      })
      expect(first.warnings[0]?.[1]).toContain(MOVED)
      expect((await proxy(cookie)).warnings).toEqual([])
      expect(await proxy(cookie, { cookiePrefix: 'authjs' })).toEqual({ location: null, warnings: [] })
    },
  )

  // proves DROP-3, P-LG-1
  it.each(["x' }, evil: { a: '", '\u001b[31mred', 'a b', 'caf\u00e9'])(
    'does not log %j, which cannot be a prefix in any configuration',
    async (prefix) => {
      // The application's own function may accept a token under any name.
      const jwt = { decode: async () => ({ sub: 'ann' }) }
      expect((await proxy(`${prefix}.session-token=x`, { jwt })).warnings).toEqual([])
      expect((await proxy('other.session-token=x', { jwt })).warnings).toHaveLength(1)
    },
  )

  // proves DROP-3
  it('also warns if `auth` wraps the proxy', async () => {
    const cookie = `${MOVED}=${await tokenFor(MOVED)}`
    warnings.length = 0
    const wrapped = Latchkey(proxyConfig).auth(() => {})
    await wrapped(new NextRequest(`${ORIGIN}/account`, { headers: { cookie } }), {})
    expect(warnings.map(([code]) => code)).toContain('other-prefix')
  })

  // proves DROP-3
  it('warns that the proxy assumes an application without HTTPS', async () => {
    const cookie = `${OWN}=${await tokenFor(OWN)}`
    const { warnings } = await proxy(cookie, { baseUrl: 'http://localhost:3000' })
    expect(warnings).toEqual([['other-prefix', expect.stringContaining('AUTH_URL')]])
  })

  // proves DROP-3, P-LG-1
  it.each([
    [
      'a cookie that the secret does not open',
      async () => `${MOVED}=${await tokenFor(MOVED, {}, 'x'.repeat(32))}`,
    ],
    ['a cookie that is no token', async () => `${MOVED}=x`],
    ['many cookies', async () => Array.from({ length: 500 }, (_, i) => `a${i}.session-token=x`).join('; ')],
    ['its own cookie, which has expired', async () => `${OWN}=x; ${MOVED}=${await tokenFor(MOVED)}`],
    ['no cookie of a session', async () => 'theme=dark'],
  ])('does not warn about %s', async (_, cookie) => {
    const { location, warnings } = await proxy(await cookie())
    expect(location).toContain('/auth/signin')
    expect(warnings.filter(([code]) => code === 'other-prefix')).toEqual([])
  })
})

describe('a leftover Auth.js session', () => {
  // proves DROP-3, P-SE-4
  it('ends for `getToken` when the user signs out, with all copies', async () => {
    const store = memoryStore()
    const app = createApp({ baseUrl: ORIGIN, store })
    const browser = await signedIn(app)
    const token = await tokenFor(MOVED, { sub: 'the previous user' })
    browser.plant(ORIGIN, MOVED, token)
    expect(await readToken(browser)).toBe('ann')
    await browser.post(`${BASE}/signout`)
    expect(browser.cookies(ORIGIN)).toEqual([])
    expect(await readToken(browser)).toBeUndefined()
    browser.plant(ORIGIN, MOVED, token)
    expect(await readToken(browser, { store })).toBeUndefined()
  })

  // proves DROP-3, P-SE-4
  it('ends with the next sign-in, which may be of another user', async () => {
    const store = memoryStore()
    const app = createApp({ baseUrl: ORIGIN, store })
    const browser = new Browser(app)
    const token = await tokenFor(MOVED, { sub: 'the previous user' })
    browser.plant(ORIGIN, MOVED, token)
    await browser.post(`${BASE}/callback/credentials`, { email: 'ann@example.com', password: 'right' })
    expect(browser.cookies(ORIGIN).map(({ name }) => name)).toEqual([OWN])
    expect(await readToken(browser)).toBe('ann')
    const copy = new Browser(app)
    copy.plant(ORIGIN, MOVED, token)
    expect(await readToken(copy, { store })).toBeUndefined()
  })

  // proves DROP-3
  it('stays at sign-out if the secret cannot decrypt it: it belongs to another application', async () => {
    const browser = await signedIn(createApp({ baseUrl: ORIGIN }))
    browser.plant(ORIGIN, MOVED, await tokenFor(MOVED, {}, 'the secret of another application!!'))
    await browser.post(`${BASE}/signout`)
    expect(browser.cookies(ORIGIN).map(({ name }) => name)).toEqual([MOVED])
  })
})

describe('the size of a leftover Auth.js session', () => {
  it('leaves room for the next session, even if both are large', async () => {
    const data = 'x'.repeat(6000)
    const app = createApp({ callbacks: { jwt: ({ token }) => ({ ...token, data }) } })
    const browser = new Browser(app)
    const moved = await encode({ token: { sub: 'ann', data }, secret: SECRET, salt: MOVED })
    for (const [index, chunk] of (moved.match(/.{1,3936}/g) ?? []).entries())
      browser.plant(ORIGIN, `${MOVED}.${index}`, chunk)
    await browser.post(`${BASE}/callback/credentials`, { email: 'ann@example.com', password: 'right' })
    expect(app.errors).toEqual([])
    expect(browser.cookies(ORIGIN).map(({ name }) => name)).toEqual(
      [0, 1, 2].map((index) => `__Secure-latchkey.session-token.${index}`),
    )
  })
})
