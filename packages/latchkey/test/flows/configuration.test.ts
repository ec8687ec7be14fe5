import { Auth, type AuthConfig, createAuth, customFetch } from 'latchkey'
import GitHub from 'latchkey/providers/github'
import Google from 'latchkey/providers/google'
import Keycloak from 'latchkey/providers/keycloak'
import OIDC from 'latchkey/providers/oidc'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  BASE,
  createApp,
  createIdp,
  deepFreeze,
  ORIGIN,
  oidcFor,
  passwordProvider,
  SECRET,
} from '../kit/app.ts'
import { Browser } from '../kit/browser.ts'

beforeEach(() => {
  // Nothing of the machine's own environment reaches a test.
  for (const name of [
    'AUTH_URL',
    'AUTH_SECRET',
    'AUTH_TRUST_HOST',
    'NEXTAUTH_URL',
    'NEXTAUTH_SECRET',
    'VERCEL',
    'CF_PAGES',
  ])
    vi.stubEnv(name, undefined)
})
afterEach(() => {
  vi.unstubAllEnvs()
})

/** The error that a configuration ends in, for server code, for scripts and for people. */
async function problemOf(config: Partial<AuthConfig>): Promise<{ type: string; message: string }> {
  const app = createApp(config)
  const browser = new Browser(app)
  const caller = { headers: new Headers({ host: 'app.test' }) }
  const failure: unknown = await createAuth(app.config)
    .session(caller)
    .catch((error: unknown) => error)
  for (const action of ['session', 'csrf', 'providers']) {
    const response = await browser.get(`${BASE}/${action}`)
    expect(response.status).toBe(500)
    expect(await response.json()).toEqual({
      error: 'Configuration',
      message: expect.any(String),
      reference: expect.any(String),
    })
  }
  const page = await browser.get(`${BASE}/signin`)
  expect(page.status).toBe(500)
  expect(await page.text()).toContain('Something went wrong')
  expect(browser.cookies(ORIGIN)).toEqual([])
  expect(new Set(app.errors).size).toBe(1)
  return failure as { type: string; message: string }
}

describe('a configuration that cannot be used', () => {
  // proves ENV-7, ERR-12, AUTHN-1, P-CF-1, §2.4, §2.4 3, §2.4 a, §2.4 b, §14 MissingSecret
  it('no secret in production', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    const { type, message } = await problemOf({ secret: undefined })
    expect(type).toBe('MissingSecret')
    expect(message).toContain('`AUTH_SECRET` is not set. Set it to')
    expect((await problemOf({ secret: [] })).type).toBe('MissingSecret')
    expect((await problemOf({ secret: '' })).type).toBe('MissingSecret')
  })

  // proves CFG-39, ENV-6, P-HO-1, P-HO-4, §2.4 2, §2.4 a, §2.4 b, §14 UntrustedHost
  it('a host that is not trusted', async () => {
    const { type, message } = await problemOf({ trustHost: false })
    expect(type).toBe('UntrustedHost')
    expect(message).toContain('Set AUTH_URL')
    vi.stubEnv('NODE_ENV', 'production')
    expect((await problemOf({ trustHost: undefined })).type).toBe('UntrustedHost')
    expect((await problemOf({ trustHost: undefined, trustedHosts: ['other.test'] })).type).toBe(
      'UntrustedHost',
    )
  })

  // proves §2.4 6, §2.4 11, §8.2 f, §14 InvalidEndpoints, §14 MissingAuthorize
  it.each([
    [
      'an OpenID provider without issuer',
      [Keycloak({ clientId: 'x', clientSecret: 'y' })],
      'InvalidEndpoints',
      'AUTH_KEYCLOAK_ISSUER',
    ],
    ['a provider without client id', [GitHub], 'InvalidProvider', 'AUTH_GITHUB_ID'],
    [
      'an issuer that is no URL',
      [OIDC({ id: 'x', name: 'X', clientId: 'x', issuer: 'id.test' })],
      'InvalidEndpoints',
      '`issuer`',
    ],
    [
      'an issuer without scheme',
      [OIDC({ id: 'x', name: 'X', clientId: 'x', issuer: 'localhost:3000' })],
      'InvalidEndpoints',
      '`issuer`',
    ],
    [
      'a provider without client secret',
      [GitHub({ clientId: 'x' })],
      'InvalidProvider',
      'AUTH_GITHUB_SECRET',
    ],
    [
      'a private key that is not there',
      [GitHub({ clientId: 'x', client: { token_endpoint_auth_method: 'private_key_jwt' } })],
      'InvalidProvider',
      'clientPrivateKey',
    ],
    [
      'an unknown way of client authentication',
      [
        GitHub({
          clientId: 'x',
          clientSecret: 'y',
          client: { token_endpoint_auth_method: 'basic' as 'none' },
        }),
      ],
      'InvalidProvider',
      'client_secret_basic',
    ],
    [
      'an OAuth provider without an endpoint',
      [
        {
          id: 'x',
          name: 'X',
          type: 'oauth',
          clientId: 'x',
          authorization: 'https://x.test/a',
          userinfo: 'https://x.test/u',
        },
      ],
      'InvalidEndpoints',
      '`token`',
    ],
    ['two with one id', [passwordProvider, passwordProvider], 'InvalidProvider', 'credentials'],
    ['an id that is no part of a URL', [{ ...passwordProvider, id: '../x' }], 'InvalidProvider', '"../x"'],
    ['a type that is unknown', [{ ...passwordProvider, type: 'saml' }], 'InvalidProvider', '"saml"'],
    [
      'credentials without authorize',
      [{ ...passwordProvider, authorize: undefined }],
      'MissingAuthorize',
      'authorize',
    ],
  ] as [string, AuthConfig['providers'], string, string][])('%s', async (_, providers, type, hint) => {
    const problem = await problemOf({ providers })
    expect(problem.type).toBe(type)
    expect(problem.message).toContain(hint)
  })

  // proves P-HO-1
  it('an address that is no URL', async () => {
    expect(await problemOf({ baseUrl: 'app.example.com' })).toMatchObject({
      type: 'InvalidOption',
      message: expect.stringContaining('https://app.example.com'),
    })
  })

  // proves P-RD-2
  it.each([
    ['session.maxAge', { session: { maxAge: Number.NaN } }],
    ['session.maxAge', { session: { maxAge: 0 } }],
    ['session.maxAge', { session: { maxAge: '3600' as unknown as number } }],
    ['session.updateAge', { session: { updateAge: -1 } }],
    ['pages.error', { pages: { error: 'https://' } }],
    ['pages.signIn', { pages: { signIn: '//evil.test' } }],
    ['cookiePrefix', { cookiePrefix: 'a b' }],
    ['cookies', { cookies: { sessionToken: { name: 'a=b' } } }],
    ['cookies.sessionToken.options`: The path', { cookies: { sessionToken: { options: { path: '/a;b' } } } }],
    [
      'cookies.csrfToken.options`: The domain',
      { cookies: { csrfToken: { options: { domain: 'app test' } } } },
    ],
    ['cookies.callbackUrl.options`: The maxAge', { cookies: { callbackUrl: { options: { maxAge: 0.5 } } } }],
    [
      'cookies.transaction.options`: The sameSite',
      { cookies: { transaction: { options: { sameSite: 'loose' as 'lax' } } } },
    ],
    [
      'cookies.sessionToken.options`: The priority',
      { cookies: { sessionToken: { options: { priority: 'urgent' as 'high' } } } },
    ],
    [
      'cookies.sessionToken.options`: The expires',
      { cookies: { sessionToken: { options: { expires: new Date(Number.NaN) } } } },
    ],
  ] as [string, Partial<AuthConfig>][])('a %s that cannot be used', async (name, config) => {
    expect(await problemOf(config)).toMatchObject({
      type: 'InvalidOption',
      message: expect.stringContaining(name),
    })
  })

  // proves §8.1
  it.each([
    ['nothing', false, 'Entry 1 of `providers` is not a provider'],
    ['text', 'github', 'Entry 1 of `providers` is not a provider'],
    [
      'a factory that throws',
      () => {
        throw new Error('no tenant')
      },
      'Entry 1 of `providers` threw: no tenant',
    ],
  ])('%s in the list of providers', async (_, entry, message) => {
    const problem = await problemOf({ providers: [passwordProvider, entry as never] })
    expect(problem).toMatchObject({ type: 'InvalidProvider', message: expect.stringContaining(message) })
  })

  // proves SES-1, §2.4 12, §2.4 15, §7.3 a, §14 MissingAdapter, §14 MissingAdapterMethods
  // proves §14 UnsupportedStrategy, §20 Q-4
  it('sessions in a database that is not there, or cannot do it', async () => {
    expect((await problemOf({ session: { strategy: 'database' } })).type).toBe('MissingAdapter')
    expect((await problemOf({ session: { strategy: 'cookie' as 'jwt' } })).type).toBe('UnsupportedStrategy')
    const { type, message } = await problemOf({ adapter: { getUser: () => null } })
    expect([type, message]).toEqual([
      'MissingAdapterMethods',
      expect.stringContaining('createUser, getUserByEmail'),
    ])
    expect(
      (await problemOf({ adapter: { getUser: () => null }, session: { strategy: 'jwt' } })).message,
    ).not.toContain('createSession')
  })
})

describe('the environment', () => {
  // proves ENV-3, ENV-4, ENV-8, VER-2, §9.1 d
  it('gives a provider its client and issuer; what is passed goes before it', async () => {
    vi.stubEnv('AUTH_MY_IDP_ID', 'from the environment')
    vi.stubEnv('AUTH_MY_IDP_ISSUER', 'https://id.test')
    const idp = createIdp()
    const provider = (options: object): AuthConfig['providers'][number] => ({
      ...oidcFor(idp, { id: 'my-idp' }),
      options: { ...oidcFor(idp).options, clientId: undefined, issuer: undefined, ...options },
    })
    const clientId = async (options: object): Promise<string | null> => {
      const response = await new Browser(createApp({ providers: [provider(options)] })).post(
        `${BASE}/signin/my-idp`,
      )
      return new URL(response.headers.get('location') ?? '').searchParams.get('client_id')
    }
    expect(await clientId({})).toBe('from the environment')
    expect(await clientId({ clientId: 'passed' })).toBe('passed')
  })

  // proves §9.1 d
  it('goes before what a factory presets', async () => {
    vi.stubEnv('AUTH_GOOGLE_ISSUER', 'https://id.test')
    const google = Google({ clientId: 'x', clientSecret: 'y', [customFetch]: createIdp().fetch })
    const response = await new Browser(createApp({ providers: [google] })).post(`${BASE}/signin/google`)
    expect(response.headers.get('location')).toMatch(/^https:\/\/id\.test\/authorize/)
  })

  // proves ENV-1, ENV-2, VER-2, §9.1 a, §20 Q-7
  it('gives the secret: newest number first, then AUTH_SECRET before the older name', async () => {
    vi.stubEnv('NEXTAUTH_SECRET', SECRET)
    const sealedWith = async (): Promise<string> => {
      const browser = new Browser(createApp({ secret: undefined }))
      await browser.post(`${BASE}/callback/credentials`, { email: 'a@example.com', password: 'right' })
      return browser.cookiesFor(ORIGIN)
    }
    const old = await sealedWith()
    const isOpenedBy = async (cookie: string): Promise<boolean> => {
      const request = new Request(`${BASE}/session`, { headers: { cookie } })
      return (await (await Auth(request, createApp({ secret: undefined }).config)).json()) !== null
    }
    expect(await isOpenedBy(old)).toBe(true)
    vi.stubEnv('AUTH_SECRET', 'another secret that is long enough as well')
    expect(await isOpenedBy(old)).toBe(false)
    vi.stubEnv('AUTH_SECRET_1', SECRET)
    expect(await isOpenedBy(old)).toBe(true)
  })

  // proves ENV-7
  it('without a secret in development sessions work, with one warning that says how to keep them', async () => {
    const app = createApp({ secret: undefined })
    const browser = new Browser(app)
    await browser.post(`${BASE}/callback/credentials`, { email: 'a@example.com', password: 'right' })
    expect(await (await browser.get(`${BASE}/session`)).json()).not.toBeNull()
    expect(app.log.filter(({ level }) => level === 'warn')).toEqual([
      { level: 'warn', entry: 'development-secret', details: [expect.stringContaining('AUTH_SECRET')] },
    ])
  })

  // proves ENV-9, LIM-3, P-CF-1
  it('warns of a short secret, without telling it', () => {
    const app = createApp({ secret: 'short' })
    createAuth(app.config)
    expect(app.log).toEqual([
      { level: 'warn', entry: 'short-secret', details: [expect.not.stringContaining('"short"')] },
    ])
  })

  // proves ENV-6, P-HO-2, §9.1 c, §20 Q-6
  it.each([
    ['true', true],
    ['1', true],
    ['false', false],
    ['0', false],
    ['no', false],
    ['False', false],
    ['TRUE', true],
    ['', false],
  ])('AUTH_TRUST_HOST=%s', async (value, isTrusted) => {
    vi.stubEnv('NODE_ENV', 'production')
    vi.stubEnv('AUTH_TRUST_HOST', value)
    const response = await new Browser(createApp({ trustHost: undefined })).get(`${BASE}/session`)
    expect(response.status).toBe(isTrusted ? 200 : 500)
  })
})

describe('the address of the application', () => {
  const redirectUri = async (
    config: Partial<AuthConfig>,
    url: string,
    headers: Record<string, string>,
  ): Promise<string | null> => {
    const app = createApp({ providers: [oidcFor(createIdp())], ...config })
    const request = new Request(url, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin', ...headers },
    })
    const response = await Auth(request, app.config)
    return new URL(response.headers.get('location') ?? 'x:').searchParams.get('redirect_uri')
  }
  const inside = 'http://localhost:3000/auth/signin/idp'

  // proves ENV-2, P-HO-1, P-HO-3
  it('is baseUrl before AUTH_URL before headers before the request', async () => {
    const headers = { host: 'host.test', 'x-forwarded-host': 'forwarded.test', 'x-forwarded-proto': 'https' }
    expect(await redirectUri({}, inside, {})).toBe('http://localhost:3000/auth/callback/idp')
    expect(await redirectUri({}, inside, { host: 'host.test' })).toBe('http://host.test/auth/callback/idp')
    expect(await redirectUri({}, inside, headers)).toBe('https://forwarded.test/auth/callback/idp')
    vi.stubEnv('AUTH_URL', 'https://env.test')
    expect(await redirectUri({}, inside, headers)).toBe('https://env.test/auth/callback/idp')
    expect(await redirectUri({ baseUrl: 'https://config.test' }, inside, headers)).toBe(
      'https://config.test/auth/callback/idp',
    )
  })

  // proves P-HO-1, P-HO-4
  it.each([
    ['x-forwarded-host', 'a.test, b.test'],
    ['x-forwarded-host', 'user@a.test'],
    ['x-forwarded-host', 'a.test/path'],
    ['x-forwarded-host', 'a.test:99999'],
    ['x-forwarded-host', 'a.test\\b'],
    ['x-forwarded-host', '[::1%eth0]'],
    ['x-forwarded-proto', 'javascript'],
    ['x-forwarded-proto', 'https, http'],
    ['host', 'a b'],
  ])('is not believed from %s: %j', async (name, value) => {
    const app = createApp({ providers: [oidcFor(createIdp())] })
    const headers = {
      host: 'app.test',
      accept: 'application/json',
      [name]: value,
      'sec-fetch-site': 'same-origin',
    }
    const response = await Auth(new Request(inside, { method: 'POST', headers }), app.config)
    expect([response.status, await response.json()]).toEqual([
      400,
      { error: 'BadRequest', message: expect.any(String), reference: expect.any(String) },
    ])
    expect(response.headers.getSetCookie()).toEqual([])
  })

  // proves P-HO-1
  it('is believed only from listed hosts', async () => {
    const config = { trustHost: undefined, trustedHosts: ['app.test'] }
    expect(await redirectUri(config, inside, { host: 'App.test' })).toBe('http://app.test/auth/callback/idp')
    expect(await redirectUri(config, inside, { host: 'evil.test' })).toBeNull()
  })

  // proves CFG-41, CFG-42, P-HO-3, §4.1, §4.1 sessionToken
  it('decides whether cookies need TLS', async () => {
    const names = async (origin: string): Promise<string[]> => {
      const browser = new Browser(createApp({}, origin))
      await browser.post(`${origin}/auth/callback/credentials`, { email: 'a@example.com', password: 'right' })
      return browser.cookies(origin).map(({ name, header }) => `${name} ${header.includes('; Secure')}`)
    }
    expect(await names('http://app.test')).toEqual(['latchkey.session-token false'])
    expect(await names('https://app.test')).toEqual(['__Secure-latchkey.session-token true'])
  })
})

describe('cookies as configured', () => {
  // proves CFG-9, CFG-10, CFG-11, AUTHN-3, §4.1 a
  it('keep the defaults that are not given', async () => {
    const app = createApp({
      cookies: { sessionToken: { name: 'sid', options: { domain: 'app.test', path: undefined } } },
    })
    const browser = new Browser(app)
    await browser.post(`${BASE}/callback/credentials`, { email: 'a@example.com', password: 'right' })
    expect(browser.cookies(ORIGIN)[0]?.header).toMatch(
      /^sid=.*; Domain=app\.test; Path=\/; .*HttpOnly; Secure; SameSite=Lax$/,
    )
  })

  // proves §4.1 c
  it('take another prefix, so that existing sessions go on', async () => {
    const browser = new Browser(createApp({ cookiePrefix: 'authjs' }))
    await browser.post(`${BASE}/callback/credentials`, { email: 'a@example.com', password: 'right' })
    expect(browser.cookies(ORIGIN).map(({ name }) => name)).toEqual(['__Secure-authjs.session-token'])
  })

  // proves P-CK-1, §4.1, §4.1 csrfToken, §4.1 callbackUrl
  it('carry the prefixes that keep neighbouring hosts from setting them', async () => {
    const browser = new Browser(createApp({ providers: [oidcFor(createIdp())] }))
    await browser.get(`${BASE}/signin?callbackUrl=/x`)
    await browser.post(`${BASE}/signin/idp`)
    const names = browser.cookies(ORIGIN).map(({ name }) => name.replace(/\.[\w-]{16}$/, ''))
    expect(names.sort()).toEqual([
      '__Host-latchkey.callback-url',
      '__Host-latchkey.csrf-token',
      '__Host-latchkey.transaction',
    ])
    for (const { header } of browser.cookies(ORIGIN))
      expect(header).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  })

  it('that other tools have, and ours has not, may be what they like', async () => {
    const cookies: object = { pkceCodeVerifier: { options: { maxAge: 0.5 } } }
    expect((await new Browser(createApp({ cookies })).get(`${BASE}/session`)).status).toBe(200)
  })

  it('take the attributes as other tools do, in any case', async () => {
    const options = { sameSite: 'Strict' as 'strict', priority: 'HIGH' as 'high' }
    const browser = new Browser(createApp({ cookies: { sessionToken: { options } } }))
    await browser.post(`${BASE}/callback/credentials`, { email: 'a@example.com', password: 'right' })
    expect(browser.cookies(ORIGIN)[0]?.header).toMatch(/; Priority=High; SameSite=Strict$/)
  })

  // proves P-CK-1
  it('do without `__Host-` where a domain is configured: browsers would not take them', async () => {
    const browser = new Browser(createApp({ cookies: { csrfToken: { options: { domain: 'app.test' } } } }))
    await browser.get(`${BASE}/csrf`)
    expect(browser.cookies(ORIGIN)[0]?.name).toBe('__Secure-latchkey.csrf-token')
  })
})

describe('two configurations in one process', () => {
  // proves P-CC-5, CFG-5, EP-3
  it('do not know of each other, also when their requests are interleaved', async () => {
    const make = (name: string): Browser =>
      new Browser(
        createApp({
          secret: `${name} has a secret that is long enough`,
          cookiePrefix: name,
          providers: [{ ...passwordProvider, name }],
          basePath: `/${name}`,
        }),
      )
    const [one, two] = [make('one'), make('two')]
    const visit = async (browser: Browser, name: string): Promise<unknown> => {
      await browser.post(`${ORIGIN}/${name}/callback/credentials`, {
        email: `${name}@example.com`,
        password: 'right',
      })
      const [session, providers] = await Promise.all([
        browser.get(`${ORIGIN}/${name}/session`),
        browser.get(`${ORIGIN}/${name}/providers`),
      ])
      return [
        await session.json(),
        await providers.json(),
        browser.cookies(ORIGIN).map((cookie) => cookie.name),
      ]
    }
    const seen = await Promise.all([
      visit(one, 'one'),
      visit(two, 'two'),
      visit(one, 'one'),
      visit(two, 'two'),
    ])
    for (const [index, name] of ['one', 'two', 'one', 'two'].entries()) {
      expect(seen[index]).toMatchObject([
        { user: { email: `${name}@example.com` } },
        { credentials: { name } },
        [`__Secure-${name}.session-token`],
      ])
    }
  })

  // proves P-DS-4
  it('are each checked once, however often they are used', async () => {
    let made = 0
    const config = deepFreeze({
      secret: SECRET,
      trustHost: true,
      providers: [
        () => {
          made++
          return passwordProvider
        },
      ],
    })
    await Auth(new Request(`${BASE}/session`), config)
    const once = made
    await Auth(new Request(`${BASE}/session`), config)
    expect([once > 0, made]).toEqual([true, once])
  })
})

describe('paths', () => {
  // proves EP-3, P-HT-2, §2.1, §2.2, §3 GET /signin/<id>, §20 Q-1
  it.each([
    ['/auth/signin/', 200],
    ['/auth//signin', 200],
    ['/auth/signin/undefined', 200],
    ['/auuth/signin', 404],
    ['/api/auth/signin', 404],
    ['/authsession', 404],
    ['/auth/auth/signin', 404],
    ['/auth/signinn', 404],
    ['/auth/session/x', 404],
    ['/auth/signin/a/b', 404],
    ['/auth', 404],
    ['/auth/', 404],
    ['/auth/signin/credentials', 405],
  ])('GET %s answers %i', async (path, status) => {
    expect((await new Browser(createApp()).get(`${ORIGIN}${path}`)).status).toBe(status)
  })

  // proves P-HT-1, §2.1, §3 GET /signin/<id>
  it('a method that a door does not know is told, with those that it knows', async () => {
    const response = await new Browser(createApp()).send(`${BASE}/session`, { method: 'DELETE' })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
    const page = await new Browser(createApp()).get(`${BASE}/signin/credentials`)
    expect([page.status, page.headers.get('allow'), page.headers.get('content-type')]).toEqual([
      405,
      'POST',
      'text/html; charset=utf-8',
    ])
  })

  // proves CFG-26, P-RD-5, §2.5 b, §3 GET /signin, §3 GET /signout, §3 GET /error, §20 Q-2
  // proves §20 Q-14
  it('pages of the application take the place of ours', async () => {
    const browser = new Browser(
      createApp({ pages: { signIn: '/login?x=1', signOut: '/bye', error: '/oops' } }),
    )
    const location = async (path: string): Promise<string | null> =>
      (await browser.get(`${BASE}/${path}`)).headers.get('location')
    expect(await location('signin?callbackUrl=/a')).toBe(
      `${ORIGIN}/login?x=1&callbackUrl=https%3A%2F%2Fapp.test%2Fa`,
    )
    expect(await location('signout')).toBe(`${ORIGIN}/bye`)
    expect(await location('error?error=AccessDenied')).toBe(`${ORIGIN}/oops?error=AccessDenied`)
    expect(await location('error')).toBe(`${ORIGIN}/oops`)
    const wrong = await browser.post(`${BASE}/callback/credentials`, { password: 'wrong' })
    expect(wrong.headers.get('location')).toBe(`${ORIGIN}/login?x=1&error=CredentialsSignin&code=credentials`)
  })
})
