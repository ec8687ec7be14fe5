import {
  type App,
  createApp,
  createIdp,
  oidcFor,
  passwordProvider,
  SECRET,
} from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import type { Idp } from '@latchkey/test-support/kit/idp.ts'
import { type AuthConfig, createAuth, type OIDCConfig } from 'latchkey'
import { decode, encode, type JWT } from 'latchkey/jwt'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const PROXY = 'https://proxy.test'
const PREVIEW = 'https://preview.test'
const PROXY_URL = `${PROXY}/auth`
const CALLBACK = `${PREVIEW}/auth/callback/idp`

/** A proxy, a deployment that uses it, a provider that knows only the proxy, and a browser. */
interface Setting {
  readonly idp: Idp
  readonly proxy: App
  readonly preview: App
  readonly browser: Browser
}

function setting(
  proxyConfig: Partial<AuthConfig> = {},
  previewConfig: Partial<AuthConfig> = {},
  idp: Idp = createIdp(),
): Setting {
  const shared = { providers: [oidcFor(idp), passwordProvider], redirectProxyUrl: PROXY_URL }
  const proxy = createApp({ ...shared, ...proxyConfig }, PROXY)
  const preview = createApp({ ...shared, ...previewConfig }, PREVIEW)
  return { idp, proxy, preview, browser: new Browser(proxy, preview) }
}

/** Starts a sign-in at an origin. @returns its authorization request */
async function startSignIn({ browser }: Setting, origin = PREVIEW, callbackUrl = '/after'): Promise<URL> {
  const response = await browser.post(`${origin}/auth/signin/idp`, { callbackUrl })
  return new URL(response.headers.get('location') ?? '')
}

async function session(browser: Browser, origin = PREVIEW): Promise<unknown> {
  return (await browser.get(`${origin}/auth/session`)).json()
}

/** Seals a state as another deployment does. */
function sealState(
  claims: JWT,
  { secret = SECRET, salt = 'encodedState', maxAge = 900 } = {},
): Promise<string> {
  return encode({ token: { random: 'r', ...claims }, secret, salt, maxAge })
}

/** Returns the URL of an authorization response to the proxy. */
function callbackUrl(state: string, parameters: Record<string, string> = {}, provider = 'idp'): string {
  return `${PROXY_URL}/callback/${provider}?${new URLSearchParams({ code: 'c', state, ...parameters })}`
}

/**
 * Expects that the proxy redirects to its own error page, or to its sign-in page if the browser
 * sent it no cookie, and sets no cookie.
 * @returns the message of the logged error
 */
async function expectRejected(
  { browser, proxy }: Setting,
  url: string,
  type: 'InvalidCheck' | 'MissingCookie' = 'InvalidCheck',
): Promise<string> {
  const response = await browser.get(url)
  const page = type === 'InvalidCheck' ? 'error?error=Configuration' : 'signin?error=MissingCookie'
  const [shown, reference] = (response.headers.get('location') ?? '').split('&reference=')
  expect(shown).toBe(`https://proxy.test/auth/${page}`)
  expect(reference).toMatch(/^[0-9a-f]{8}$/)
  expect(response.headers.getSetCookie()).toEqual([])
  expect(proxy.errors).toEqual([type])
  return (proxy.log.find(({ level }) => level === 'error')?.entry as Error | undefined)?.message ?? ''
}

beforeEach(() => {
  for (const name of ['AUTH_URL', 'AUTH_REDIRECT_PROXY_URL']) vi.stubEnv(name, undefined)
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.useRealTimers()
})

describe('a deployment behind a redirect proxy', () => {
  // proves CFG-28, CFG-29, P-OA-1, §10.1 a, §5.5 a
  it('makes the provider redirect to the proxy; a sealed state has its own callback URL', async () => {
    const { searchParams } = await startSignIn(setting())
    expect(searchParams.get('redirect_uri')).toBe(`${PROXY_URL}/callback/idp`)
    const state = await decode({
      token: searchParams.get('state') ?? '',
      secret: SECRET,
      salt: 'encodedState',
    })
    expect(state).toEqual({
      random: expect.stringMatching(/^[\w-]{43}$/),
      origin: CALLBACK,
      iat: expect.any(Number),
      exp: (state?.iat ?? 0) + 900,
      jti: expect.any(String),
    })
  })

  // proves CFG-30
  it.each([[['pkce']], [['none']]] as const)('sends a state even when `checks` is %j', async (checks) => {
    const idp = createIdp()
    const here = setting({}, { providers: [oidcFor(idp, { checks })] }, idp)
    expect((await startSignIn(here)).searchParams.get('state')?.split('.')).toHaveLength(5)
  })

  // proves CFG-27, CFG-31, ENV-5, §8.2 k, §9.1 b
  it('reads the proxy from the environment; options take precedence', async () => {
    vi.stubEnv('AUTH_REDIRECT_PROXY_URL', 'https://environment.test/auth/')
    const uri = async (
      config: Partial<AuthConfig>,
      options: Parameters<typeof oidcFor>[1] = {},
    ): Promise<string | null> => {
      const app = createApp({ providers: [oidcFor(createIdp(), options)], ...config }, PREVIEW)
      const response = await new Browser(app).post(`${PREVIEW}/auth/signin/idp`)
      return new URL(response.headers.get('location') ?? '').searchParams.get('redirect_uri')
    }
    expect(await uri({})).toBe('https://environment.test/auth/callback/idp')
    expect(await uri({ redirectProxyUrl: PROXY_URL })).toBe(`${PROXY_URL}/callback/idp`)
    expect(await uri({ redirectProxyUrl: PROXY_URL }, { redirectProxyUrl: 'https://option.test/auth' })).toBe(
      'https://option.test/auth/callback/idp',
    )
    expect(await uri({ redirectProxyUrl: '' })).toBe(CALLBACK)
    expect(await uri({ redirectProxyUrl: PROXY_URL }, { redirectProxyUrl: '' })).toBe(CALLBACK)
  })

  // proves §8.2 k
  it('uses no proxy for a provider that posts a form', async () => {
    const idp = createIdp()
    const provider = oidcFor(idp, { authorization: { params: { response_mode: 'form_post' } } })
    const here = setting({ providers: [provider] }, { providers: [provider] }, idp)
    const url = await startSignIn(here)
    expect(url.searchParams.get('redirect_uri')).toBe(CALLBACK)
    expect(url.searchParams.get('state')).toMatch(/^[\w-]{43}$/)
    const fields = Object.fromEntries(idp.agree(url.href).searchParams)
    const response = await here.browser.post(CALLBACK, fields, {
      origin: 'https://id.test',
      'sec-fetch-site': 'cross-site',
    })
    expect(response.headers.get('location')).toBe(`${PREVIEW}/after`)
    const posted = await here.browser.post(`${PROXY_URL}/callback/idp`, {
      code: 'c',
      state: await sealState({ origin: CALLBACK }),
    })
    expect(posted.headers.get('location')).toMatch(
      /^https:\/\/proxy\.test\/auth\/signin\?error=MissingCookie/,
    )
  })

  // proves P-OA-1
  it('has room in its cookie for the longest accepted callbackUrl', async () => {
    const here = setting()
    const target = `/${'x'.repeat(2047 - PREVIEW.length)}`
    const url = await startSignIn(here, PREVIEW, target)
    const [cookie] = here.browser.cookies(PREVIEW).filter(({ name }) => name.includes('.transaction.'))
    expect(`${cookie?.name}=${cookie?.value}`.length).toBeLessThan(4096)
    const response = await here.browser.get(here.idp.agree(url.href).href)
    expect((await here.browser.get(response.headers.get('location') ?? '')).headers.get('location')).toBe(
      `${PREVIEW}${target}`,
    )
  })
})

describe('a sign-in through a redirect proxy', () => {
  // proves §10.3, P-OA-13
  it('ends at the deployment where it started', async () => {
    const here = setting()
    const atProxy = here.idp.agree((await startSignIn(here)).href)
    expect(atProxy.origin).toBe(PROXY)
    const forwarded = await here.browser.get(atProxy.href)
    expect({ status: forwarded.status, location: forwarded.headers.get('location') }).toEqual({
      status: 302,
      location: `${CALLBACK}${atProxy.search}`,
    })
    expect(here.browser.cookies(PROXY)).toEqual([])
    expect(await session(here.browser)).toBeNull()
    const response = await here.browser.get(forwarded.headers.get('location') ?? '')
    expect(response.headers.get('location')).toBe(`${PREVIEW}/after`)
    expect(here.idp.tokenRequests.map(({ body }) => body.get('redirect_uri'))).toEqual([
      `${PROXY_URL}/callback/idp`,
    ])
    expect(await session(here.browser)).toMatchObject({ user: { email: 'ann@example.com' } })
    expect(await session(here.browser, PROXY)).toBeNull()
    expect({ proxy: here.proxy.errors, preview: here.preview.errors }).toEqual({ proxy: [], preview: [] })
  })

  // proves §10.3
  it('does not affect the session and a pending sign-in at the proxy', async () => {
    const here = setting()
    await here.browser.get(here.idp.agree((await startSignIn(here, PROXY)).href).href)
    const pending = await startSignIn(here, PROXY)
    const before = here.browser.cookies(PROXY)
    expect(before.map(({ name }) => name.replace(/\.[\w-]{16}$/, '')).sort()).toEqual([
      '__Host-latchkey.callback-url',
      '__Host-latchkey.transaction',
      '__Secure-latchkey.session-token',
    ])
    const forwarded = await here.browser.get(here.idp.agree((await startSignIn(here)).href).href)
    expect(forwarded.headers.get('location')).toMatch(/^https:\/\/preview\.test\//)
    expect(forwarded.headers.getSetCookie()).toEqual([])
    expect(here.browser.cookies(PROXY)).toEqual(before)
    expect((await here.browser.get(here.idp.agree(pending.href).href)).headers.get('location')).toBe(
      `${PROXY}/after`,
    )
  })

  // proves §10.3, §10.1 a
  it('has a plain state when it starts at the proxy itself', async () => {
    const here = setting()
    const url = await startSignIn(here, PROXY)
    expect(url.searchParams.get('redirect_uri')).toBe(`${PROXY_URL}/callback/idp`)
    expect(url.searchParams.get('state')).toMatch(/^[\w-]{43}$/)
    const response = await here.browser.get(here.idp.agree(url.href).href)
    expect(response.headers.get('location')).toBe(`${PROXY}/after`)
    expect(await session(here.browser, PROXY)).not.toBeNull()
  })

  // proves §10.3, §10.2 c, §14 OAuthCallbackError
  it('fails at the deployment where it started when the provider returns an error', async () => {
    const here = setting()
    const state = (await startSignIn(here)).searchParams.get('state') ?? ''
    const error = {
      error: 'access_denied',
      error_description: 'not today',
      error_uri: 'https://id.test/no',
      iss: here.idp.issuer,
    }
    const forwarded = await here.browser.get(
      `${PROXY_URL}/callback/idp?${new URLSearchParams({ ...error, state })}`,
    )
    const location = new URL(forwarded.headers.get('location') ?? '')
    expect(Object.fromEntries(location.searchParams)).toEqual({ ...error, state })
    const response = await here.browser.get(location.href)
    expect(response.headers.get('location')).toBe(`${PREVIEW}/auth/signin?error=OAuthCallbackError`)
    expect(here.preview.errors).toEqual(['OAuthCallbackError'])
  })

  // proves P-OA-13, P-RD-5
  it('forwards only the parameters that the flow needs', async () => {
    const state = await sealState({ origin: CALLBACK })
    const parameters = {
      iss: 'https://id.test',
      session_state: 's',
      callbackUrl: 'https://evil.test',
      id_token: 't',
      access_token: 'a',
      user: '{}',
    }
    const response = await setting().browser.get(callbackUrl(state, parameters))
    const { searchParams } = new URL(response.headers.get('location') ?? '')
    expect(Object.fromEntries(searchParams)).toEqual({ code: 'c', state, iss: 'https://id.test' })
  })

  // proves P-OA-1
  it('fails in a browser other than the one in which it started', async () => {
    const here = setting()
    const atProxy = here.idp.agree((await startSignIn(here)).href)
    const other = new Browser(here.proxy, here.preview)
    const { url } = await other.follow(await other.get(atProxy.href))
    expect(url).toMatch(/^https:\/\/preview\.test\/auth\/signin\?error=MissingCookie/)
    expect(here.preview.errors).toEqual(['MissingCookie'])
    expect(here.idp.tokenRequests).toEqual([])
  })

  // proves P-OA-8
  it('is not continued by a HEAD request', async () => {
    const here = setting()
    const head = await here.browser.send(callbackUrl(await sealState({ origin: CALLBACK })), {
      method: 'HEAD',
    })
    expect({ status: head.status, location: head.headers.get('location') }).toEqual({
      status: 200,
      location: null,
    })
  })

  // proves CFG-35, §10.3
  it('works while only the proxy has a newer secret, not while only the deployment has', async () => {
    const newer = 'a newer secret that is long enough for every test'
    const ahead = setting({ secret: [newer, SECRET] }, { secret: SECRET })
    const { url } = await ahead.browser.follow(
      await ahead.browser.get(ahead.idp.agree((await startSignIn(ahead)).href).href),
    )
    expect(url).toBe(`${PREVIEW}/after`)
    const behind = setting({ secret: SECRET }, { secret: [newer, SECRET] })
    expect(await expectRejected(behind, behind.idp.agree((await startSignIn(behind)).href).href)).toContain(
      'same AUTH_SECRET',
    )
  })
})

describe('compatibility with Auth.js', () => {
  const VECTOR =
    'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiaFVrNXgzd2pjbGE4R0FKRjJ6cXlzY0d5WDc3RnV1QUQ5THhDX0V1NGlEVzhCRHhSSDRGM3FGdWRVdmI0X0ZDeW5ueDRNU1Z0U1BSeUM4aV9XUFVxS2cifQ..0Wi1kDpcdSAR-HFWOl7Tgw.bOHo443FmhvxDYx7tW17Ujyynnc91UBtAyxoaRzzcMYFWJpEtQjIfK544L11JvnyeOizyI3VG9mYWJhhZqRKmKkaGA8eUMT5hGbM-suvwGVLl5ldw9LYV3Az6ir_tdZSHXgXuWfaG2b6nlvY7ADeCAkb-maiVXGYr0Z9_h9OLJmiHVT2_WQ9cetJNTVHDuRatxkMbZhJ0NjNkR75ZyzCaQ.NGsHk7LvLNzpLs7HH52wLLuwsM66sjauT25WzYdVQ2s'
  const SHORT = 'my-secret'

  // proves §5.5 a, §10.3
  it('forwards a state from a deployment with Auth.js', async () => {
    const { browser } = setting({ secret: SHORT })
    const response = await browser.get(callbackUrl(VECTOR))
    expect(response.headers.get('location')).toBe(
      `https://preview.example.com/auth/callback/idp?code=c&state=${VECTOR}`,
    )
  })

  // proves §5.1, §5.5 a, §10.3
  it('seals a state with the header and the claims that a proxy with Auth.js reads', async () => {
    const here = setting({}, { secret: SHORT })
    const state = (await startSignIn(here)).searchParams.get('state') ?? ''
    const [header] = state.split('.')
    expect(header).toBe(VECTOR.split('.')[0])
    const { origin } = (await decode({ token: state, secret: SHORT, salt: 'encodedState' })) ?? {}
    expect(origin).toBe(CALLBACK)
  })

  // proves §10.3
  it('treats a state without `origin` as a sign-in at the proxy itself', async () => {
    const here = setting()
    expect(await expectRejected(here, callbackUrl(await sealState({})), 'MissingCookie')).toContain(
      'came without its sign-in cookie',
    )
  })
})

describe('the redirect proxy', () => {
  // proves P-OA-13, §10.3
  it.each([
    ['with another secret', { secret: 'another secret that is long enough here' }],
    ['for another purpose', { salt: '__Secure-latchkey.session-token' }],
    ['more than 15 minutes ago', { maxAge: -60 }],
  ])('does not forward a state that was sealed %s', async (_, options) => {
    const here = setting()
    expect(await expectRejected(here, callbackUrl(await sealState({ origin: CALLBACK }, options)))).toContain(
      'cannot be read',
    )
  })

  // proves P-OA-1
  it('does not forward a state after 15 minutes', async () => {
    const here = setting()
    const atProxy = here.idp.agree((await startSignIn(here)).href).href
    vi.useFakeTimers({ now: Date.now() + 916_000, toFake: ['Date'] })
    expect(await expectRejected(here, atProxy)).toContain('cannot be read')
  })

  // proves P-OA-13
  it.each([
    ['a string with dots', 'a.b.c', 'InvalidCheck'],
    ['a string without dots', 'x'.repeat(43), 'MissingCookie'],
    ['a CSRF token', `${'a'.repeat(64)}|${'b'.repeat(64)}`, 'MissingCookie'],
    [
      'an unsigned token',
      `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify({ origin: CALLBACK }))}.`,
      'InvalidCheck',
    ],
  ] as const)('does not forward %s instead of a state', async (_, state, type) => {
    const here = setting()
    await expectRejected(here, callbackUrl(state), type)
  })

  // proves P-OA-13, P-RD-1, §10.3
  it.each([
    ['a query', `${CALLBACK}?x=1`],
    ['an empty query', `${CALLBACK}?`],
    ['a fragment', `${CALLBACK}#`],
    ['a query and a fragment', `${CALLBACK}?x=1#`],
    ['credentials', 'https://ann:secret@preview.test/auth/callback/idp'],
    ['another provider', `${PREVIEW}/auth/callback/other`],
    ['a longer provider id', `${PREVIEW}/auth/callback/idp2`],
    ['another path', `${PREVIEW}/auth/signin/idp`],
    ['a trailing slash', `${PREVIEW}/auth/callback/idp/`],
    ['dot segments', `${PREVIEW}/x/../auth/callback/idp`],
    ['a javascript: URL', 'javascript:alert(1)//callback/idp'],
    ['a data: URL', 'data:text/html,/callback/idp'],
    ['an ftp: URL', 'ftp://localhost/auth/callback/idp'],
    ['a custom scheme', 'com.example:/auth/callback/idp'],
    ['a relative URL', '/auth/callback/idp'],
    ['a URL without a scheme', '//evil.test/auth/callback/idp'],
    ['backslashes', 'https:\\\\evil.test/auth/callback/idp'],
    ['a line break', 'https://evil.test/a\r\nb/callback/idp'],
    ['http:', 'http://preview.test/auth/callback/idp'],
    ['an empty string', ''],
    ['null', null],
    ['a number', 7],
    ['a list', [CALLBACK]],
  ])('does not forward to an invalid origin: %s', async (_, origin) => {
    const here = setting()
    await expectRejected(here, callbackUrl(await sealState({ origin })))
  })

  // proves P-OA-4, P-OA-13
  it('does not forward to the callback of another provider', async () => {
    const idp = createIdp()
    const here = setting({ providers: [oidcFor(idp), oidcFor(idp, { id: 'other' })] }, {}, idp)
    const state = (await startSignIn(here)).searchParams.get('state') ?? ''
    expect(await expectRejected(here, callbackUrl(state, {}, 'other'))).toContain('/callback/other')
  })

  // proves P-OA-7
  it('does not forward a response with a duplicate parameter', async () => {
    const here = setting()
    const url = `${callbackUrl(await sealState({ origin: CALLBACK }))}&code=d`
    expect(await expectRejected(here, url)).toContain('`code` more than once')
  })

  // proves §10.3
  it('is not replaced by another deployment, which forwards nothing', async () => {
    const here = setting()
    const state = await sealState({ origin: 'https://third.test/auth/callback/idp' })
    const response = await here.browser.get(`${CALLBACK}?${new URLSearchParams({ code: 'c', state })}`)
    expect(response.headers.get('location')).toMatch(
      /^https:\/\/preview\.test\/auth\/signin\?error=MissingCookie/,
    )
    expect(here.preview.errors).toEqual(['MissingCookie'])
  })

  // proves §10.3
  it('does not forward to itself', async () => {
    const here = setting()
    const state = await sealState({ origin: `${PROXY}/other/callback/idp` })
    expect(await expectRejected(here, callbackUrl(state), 'MissingCookie')).toContain(
      'came without its sign-in cookie',
    )
  })

  // proves §10.3
  it('forwards nothing without redirectProxyUrl', async () => {
    const here = setting({ redirectProxyUrl: undefined })
    await expectRejected(here, callbackUrl(await sealState({ origin: CALLBACK })), 'MissingCookie')
  })
})

describe('redirectProxyTargets', () => {
  // proves §10.3
  it('allows any sealed origin by default, including localhost without TLS', async () => {
    for (const origin of [
      'https://elsewhere.test/x/callback/idp',
      'http://localhost:3000/auth/callback/idp',
    ]) {
      const state = await sealState({ origin })
      const response = await setting().browser.get(callbackUrl(state))
      expect(response.headers.get('location')).toBe(`${origin}?code=c&state=${state}`)
    }
  })

  // proves P-OA-13
  it.each([
    [['preview.test'], true],
    [['other.test', 'PREVIEW.test'], true],
    [['*.preview.test'], false],
    [['preview.test:8443'], false],
    [[], false],
  ])('with the value %j allows the deployment: %s', async (redirectProxyTargets, isForwarded) => {
    const here = setting({ redirectProxyTargets })
    const url = callbackUrl(await sealState({ origin: CALLBACK }))
    if (isForwarded)
      expect((await here.browser.get(url)).headers.get('location')).toMatch(/^https:\/\/preview\.test\//)
    else
      expect(await expectRejected(here, url)).toContain(
        'preview.test, which is not in `redirectProxyTargets`',
      )
  })

  // proves P-OA-13
  it('does not affect a sign-in at the proxy itself', async () => {
    const here = setting({ redirectProxyTargets: [] })
    const response = await here.browser.get(here.idp.agree((await startSignIn(here, PROXY)).href).href)
    expect(response.headers.get('location')).toBe(`${PROXY}/after`)
  })
})

describe('redirectProxyUrl', () => {
  /** Returns why a provider cannot be used, or an empty string. */
  async function findProblem(
    config: Partial<AuthConfig>,
    options: Partial<OIDCConfig> = {},
  ): Promise<string> {
    const app = createApp({ providers: [oidcFor(createIdp(), options)], ...config }, PREVIEW)
    const { refused, problem } = await createAuth(app.config).config.checkConfig()
    expect(problem).toBeUndefined()
    return refused.get('idp')?.message ?? ''
  }

  // proves CFG-29, §10.3
  it.each([
    ['proxy.test/auth', 'Include the scheme'],
    ['ftp://proxy.test/auth', 'Include the scheme'],
    ['https://', 'Include the scheme'],
    ['http://proxy.test/auth', 'Use https:'],
    ['https://proxy.test/auth?x', 'Set it to the origin and base path only'],
    ['https://proxy.test/auth#x', 'Set it to the origin and base path only'],
    ['https://ann@proxy.test/auth', 'Set it to the origin and base path only'],
    ['https://proxy.test', 'for example https://proxy.test/auth'],
    ['https://proxy.test/', 'for example https://proxy.test/auth'],
  ])('rejects %s with a message that names the fix', async (redirectProxyUrl, fix) => {
    expect(await findProblem({ redirectProxyUrl })).toContain(fix)
    expect(await findProblem({}, { redirectProxyUrl })).toContain(fix)
    vi.stubEnv('AUTH_REDIRECT_PROXY_URL', redirectProxyUrl)
    expect(await findProblem({})).toMatch(/AUTH_REDIRECT_PROXY_URL/)
  })

  // proves CFG-29
  it.each(['https://proxy.test/auth', 'https://proxy.test/app/api/auth/', 'http://localhost:3000/auth'])(
    'accepts %s',
    async (redirectProxyUrl) => {
      expect(await findProblem({ redirectProxyUrl })).toBe('')
    },
  )

  // proves CFG-29
  it('may lack a path when the base path is empty', async () => {
    const app = createApp(
      { redirectProxyUrl: 'https://proxy.test/', basePath: '/', providers: [oidcFor(createIdp())] },
      PREVIEW,
    )
    const response = await new Browser(app).post(`${PREVIEW}/signin/idp`)
    expect(new URL(response.headers.get('location') ?? '').searchParams.get('redirect_uri')).toBe(
      'https://proxy.test/callback/idp',
    )
  })

  // proves P-OA-13
  it('redirectProxyTargets rejects entries that are not hosts', async () => {
    const targets = ['ok.test', 'https://preview.test']
    const redirectProxyUrl = PROXY_URL
    expect(await findProblem({ redirectProxyUrl, redirectProxyTargets: targets })).toContain(
      '"https://preview.test", which is not a valid host',
    )
    expect(await findProblem({ redirectProxyUrl, redirectProxyTargets: ['*.com'] })).toContain(
      '*.preview.example.com',
    )
    expect(await findProblem({ redirectProxyTargets: ['*.com'] })).toBe('')
  })
})
