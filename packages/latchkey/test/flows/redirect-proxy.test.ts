import type { AuthConfig } from 'latchkey'
import { decode, encode, type JWT } from 'latchkey/jwt'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type App, createApp, createIdp, oidcFor, passwordProvider, SECRET } from '../kit/app.ts'
import { Browser } from '../kit/browser.ts'
import type { Idp } from '../kit/idp.ts'

const PROXY = 'https://proxy.test'
const PREVIEW = 'https://preview.test'
const PROXY_URL = `${PROXY}/auth`
const CALLBACK = `${PREVIEW}/auth/callback/idp`

/** A proxy and a deployment that knows it, a provider that knows only the proxy, and somebody who visits. */
interface Setting {
  readonly idp: Idp
  readonly proxy: App
  readonly preview: App
  readonly browser: Browser
}

function setting(
  ofProxy: Partial<AuthConfig> = {},
  ofPreview: Partial<AuthConfig> = {},
  idp: Idp = createIdp(),
): Setting {
  const shared = { providers: [oidcFor(idp), passwordProvider], redirectProxyUrl: PROXY_URL }
  const proxy = createApp({ ...shared, ...ofProxy }, PROXY)
  const preview = createApp({ ...shared, ...ofPreview }, PREVIEW)
  return { idp, proxy, preview, browser: new Browser(proxy, preview) }
}

/** The authorization request of a sign-in that begins at an origin. */
async function begin({ browser }: Setting, origin = PREVIEW, callbackUrl = '/after'): Promise<URL> {
  const response = await browser.post(`${origin}/auth/signin/idp`, { callbackUrl })
  return new URL(response.headers.get('location') ?? '')
}

async function session(browser: Browser, origin = PREVIEW): Promise<unknown> {
  return (await browser.get(`${origin}/auth/session`)).json()
}

/** A state as another deployment seals it. */
function sealState(
  claims: JWT,
  { secret = SECRET, salt = 'encodedState', maxAge = 900 } = {},
): Promise<string> {
  return encode({ token: { random: 'r', ...claims }, secret, salt, maxAge })
}

/** An answer that arrives at the proxy. */
function answer(state: string, more: Record<string, string> = {}, provider = 'idp'): string {
  return `${PROXY_URL}/callback/${provider}?${new URLSearchParams({ code: 'c', state, ...more })}`
}

/** Asserts that the proxy sent nobody anywhere but to its own error page, and touched no cookie. */
async function refused({ browser, proxy }: Setting, url: string): Promise<string> {
  const response = await browser.get(url)
  expect(response.headers.get('location')).toMatch(
    /^https:\/\/proxy\.test\/auth\/error\?error=Configuration&reference=[0-9a-f]{8}$/,
  )
  expect(response.headers.getSetCookie()).toEqual([])
  expect(proxy.errors).toEqual(['InvalidCheck'])
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
  it('has the provider answer to the proxy, and tells it by a sealed state where it is itself', async () => {
    const { searchParams } = await begin(setting())
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
  it.each([[['pkce']], [['none']]] as const)('has a state also where `checks` is %j', async (checks) => {
    const idp = createIdp()
    const here = setting({}, { providers: [oidcFor(idp, { checks })] }, idp)
    expect((await begin(here)).searchParams.get('state')?.split('.')).toHaveLength(5)
  })

  // proves CFG-27, CFG-31, ENV-5, §8.2 k, §9.1 b
  it('is told of its proxy by the environment; what is configured goes before that', async () => {
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
    expect(await uri({ redirectProxyUrl: PROXY_URL }, { redirectProxyUrl: 'https://own.test/auth' })).toBe(
      'https://own.test/auth/callback/idp',
    )
    expect(await uri({ redirectProxyUrl: '' })).toBe(CALLBACK)
    expect(await uri({ redirectProxyUrl: PROXY_URL }, { redirectProxyUrl: '' })).toBe(CALLBACK)
  })

  // proves §8.2 k
  it('is answered straight by a provider that posts a form', async () => {
    const idp = createIdp()
    const provider = oidcFor(idp, { authorization: { params: { response_mode: 'form_post' } } })
    const here = setting({ providers: [provider] }, { providers: [provider] }, idp)
    const url = await begin(here)
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
    expect(posted.headers.get('location')).toMatch(/^https:\/\/proxy\.test\/auth\/error/)
  })

  // proves P-OA-1
  it('keeps room in its cookie for the longest target that it accepts', async () => {
    const here = setting()
    const target = `/${'x'.repeat(2047 - PREVIEW.length)}`
    const url = await begin(here, PREVIEW, target)
    const [cookie] = here.browser.cookies(PREVIEW).filter(({ name }) => name.includes('.transaction.'))
    expect(`${cookie?.name}=${cookie?.value}`.length).toBeLessThan(4096)
    const response = await here.browser.get(here.idp.agree(url.href).href)
    expect((await here.browser.get(response.headers.get('location') ?? '')).headers.get('location')).toBe(
      `${PREVIEW}${target}`,
    )
  })
})

describe('a sign-in by a redirect proxy', () => {
  // proves §10.3, P-OA-13
  it('ends at the deployment where it began, with the proxy in between', async () => {
    const here = setting()
    const atProxy = here.idp.agree((await begin(here)).href)
    expect(atProxy.origin).toBe(PROXY)
    const forwarded = await here.browser.get(atProxy.href)
    expect([forwarded.status, forwarded.headers.get('location')]).toEqual([
      302,
      `${CALLBACK}${atProxy.search}`,
    ])
    expect(here.browser.cookies(PROXY)).toEqual([])
    expect(await session(here.browser)).toBeNull()
    const response = await here.browser.get(forwarded.headers.get('location') ?? '')
    expect(response.headers.get('location')).toBe(`${PREVIEW}/after`)
    expect(here.idp.tokenRequests.map(({ body }) => body.get('redirect_uri'))).toEqual([
      `${PROXY_URL}/callback/idp`,
    ])
    expect(await session(here.browser)).toMatchObject({ user: { email: 'ann@example.com' } })
    expect(await session(here.browser, PROXY)).toBeNull()
    expect([here.proxy.errors, here.preview.errors]).toEqual([[], []])
  })

  // proves §10.3
  it('leaves a sign-in that is under way at the proxy, and who is signed in there, as they are', async () => {
    const here = setting()
    await here.browser.get(here.idp.agree((await begin(here, PROXY)).href).href)
    const own = await begin(here, PROXY)
    const before = here.browser.cookies(PROXY)
    expect(before.map(({ name }) => name.replace(/\.[\w-]{16}$/, '')).sort()).toEqual([
      '__Host-latchkey.callback-url',
      '__Host-latchkey.transaction',
      '__Secure-latchkey.session-token',
    ])
    const forwarded = await here.browser.get(here.idp.agree((await begin(here)).href).href)
    expect(forwarded.headers.get('location')).toMatch(/^https:\/\/preview\.test\//)
    expect(forwarded.headers.getSetCookie()).toEqual([])
    expect(here.browser.cookies(PROXY)).toEqual(before)
    expect((await here.browser.get(here.idp.agree(own.href).href)).headers.get('location')).toBe(
      `${PROXY}/after`,
    )
  })

  // proves §10.3, §10.1 a
  it('at the proxy itself goes without detour, by a plain state', async () => {
    const here = setting()
    const url = await begin(here, PROXY)
    expect(url.searchParams.get('redirect_uri')).toBe(`${PROXY_URL}/callback/idp`)
    expect(url.searchParams.get('state')).toMatch(/^[\w-]{43}$/)
    const response = await here.browser.get(here.idp.agree(url.href).href)
    expect(response.headers.get('location')).toBe(`${PROXY}/after`)
    expect(await session(here.browser, PROXY)).not.toBeNull()
  })

  // proves §10.3, §10.2 c, §14 OAuthCallbackError
  it('is told of the provider’s no at the deployment where it began', async () => {
    const here = setting()
    const state = (await begin(here)).searchParams.get('state') ?? ''
    const no = {
      error: 'access_denied',
      error_description: 'not today',
      error_uri: 'https://id.test/no',
      iss: here.idp.issuer,
    }
    const forwarded = await here.browser.get(
      `${PROXY_URL}/callback/idp?${new URLSearchParams({ ...no, state })}`,
    )
    const location = new URL(forwarded.headers.get('location') ?? '')
    expect(Object.fromEntries(location.searchParams)).toEqual({ ...no, state })
    const response = await here.browser.get(location.href)
    expect(response.headers.get('location')).toBe(`${PREVIEW}/auth/signin?error=OAuthCallbackError`)
    expect(here.preview.errors).toEqual(['OAuthCallbackError'])
  })

  // proves P-OA-13, P-RD-5
  it('forwards what the flow needs and nothing else', async () => {
    const state = await sealState({ origin: CALLBACK })
    const more = {
      iss: 'https://id.test',
      session_state: 's',
      callbackUrl: 'https://evil.test',
      id_token: 't',
      access_token: 'a',
      user: '{}',
    }
    const response = await setting().browser.get(answer(state, more))
    const { searchParams } = new URL(response.headers.get('location') ?? '')
    expect(Object.fromEntries(searchParams)).toEqual({ code: 'c', state, iss: 'https://id.test' })
  })

  // proves P-OA-1
  it('is of no use to another browser than the one in which it began', async () => {
    const here = setting()
    const atProxy = here.idp.agree((await begin(here)).href)
    const other = new Browser(here.proxy, here.preview)
    const { url } = await other.follow(await other.get(atProxy.href))
    expect(url).toMatch(/^https:\/\/preview\.test\/auth\/error\?error=Configuration/)
    expect(here.preview.errors).toEqual(['InvalidCheck'])
    expect(here.idp.tokenRequests).toEqual([])
  })

  // proves P-OA-8
  it('changes nothing when only HEAD is asked for', async () => {
    const here = setting()
    const head = await here.browser.send(answer(await sealState({ origin: CALLBACK })), { method: 'HEAD' })
    expect([head.status, head.headers.get('location')]).toEqual([200, null])
  })

  // proves CFG-35, §10.3
  it('outlives a new secret that the proxy has first, and not one that it has not', async () => {
    const newer = 'a newer secret that is long enough for every test'
    const ahead = setting({ secret: [newer, SECRET] }, { secret: SECRET })
    const { url } = await ahead.browser.follow(
      await ahead.browser.get(ahead.idp.agree((await begin(ahead)).href).href),
    )
    expect(url).toBe(`${PREVIEW}/after`)
    const behind = setting({ secret: SECRET }, { secret: [newer, SECRET] })
    expect(await refused(behind, behind.idp.agree((await begin(behind)).href).href)).toContain(
      'same AUTH_SECRET',
    )
  })
})

describe('what Auth.js writes and reads', () => {
  const VECTOR =
    'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiaFVrNXgzd2pjbGE4R0FKRjJ6cXlzY0d5WDc3RnV1QUQ5THhDX0V1NGlEVzhCRHhSSDRGM3FGdWRVdmI0X0ZDeW5ueDRNU1Z0U1BSeUM4aV9XUFVxS2cifQ..0Wi1kDpcdSAR-HFWOl7Tgw.bOHo443FmhvxDYx7tW17Ujyynnc91UBtAyxoaRzzcMYFWJpEtQjIfK544L11JvnyeOizyI3VG9mYWJhhZqRKmKkaGA8eUMT5hGbM-suvwGVLl5ldw9LYV3Az6ir_tdZSHXgXuWfaG2b6nlvY7ADeCAkb-maiVXGYr0Z9_h9OLJmiHVT2_WQ9cetJNTVHDuRatxkMbZhJ0NjNkR75ZyzCaQ.NGsHk7LvLNzpLs7HH52wLLuwsM66sjauT25WzYdVQ2s'
  const SHORT = 'my-secret'

  // proves §5.5 a, §10.3
  it('a state of a deployment with Auth.js is forwarded', async () => {
    const { browser } = setting({ secret: SHORT })
    const response = await browser.get(answer(VECTOR))
    expect(response.headers.get('location')).toBe(
      `https://preview.example.com/auth/callback/idp?code=c&state=${VECTOR}`,
    )
  })

  // proves §5.1, §5.5 a, §10.3
  it('a state of ours has the header and the claims that a proxy with Auth.js reads', async () => {
    const here = setting({}, { secret: SHORT })
    const state = (await begin(here)).searchParams.get('state') ?? ''
    const [header] = state.split('.')
    expect(header).toBe(VECTOR.split('.')[0])
    const { origin } = (await decode({ token: state, secret: SHORT, salt: 'encodedState' })) ?? {}
    expect(origin).toBe(CALLBACK)
  })

  // proves §10.3
  it('a state without `origin` is a sign-in of the proxy’s own', async () => {
    const here = setting()
    expect(await refused(here, answer(await sealState({})))).toContain(
      'belongs to no sign-in of this browser',
    )
  })
})

describe('the proxy forwards nobody', () => {
  // proves P-OA-13, §10.3
  it.each([
    ['with another secret', { secret: 'another secret that is long enough here' }],
    ['for another purpose', { salt: '__Secure-latchkey.session-token' }],
    ['more than 15 minutes ago', { maxAge: -60 }],
  ])('by a state that was sealed %s', async (_, options) => {
    const here = setting()
    expect(await refused(here, answer(await sealState({ origin: CALLBACK }, options)))).toContain(
      'cannot be read',
    )
  })

  // proves P-OA-1
  it('by a state that lived its 15 minutes', async () => {
    const here = setting()
    const atProxy = here.idp.agree((await begin(here)).href).href
    vi.useFakeTimers({ now: Date.now() + 916_000, toFake: ['Date'] })
    expect(await refused(here, atProxy)).toContain('cannot be read')
  })

  // proves P-OA-13
  it.each([
    ['text with dots', 'a.b.c'],
    ['text without', 'x'.repeat(43)],
    ['a CSRF token', `${'a'.repeat(64)}|${'b'.repeat(64)}`],
    ['an unsigned token', `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify({ origin: CALLBACK }))}.`],
  ])('by %s in the place of a state', async (_, state) => {
    const here = setting()
    await refused(here, answer(state))
  })

  // proves P-OA-13, P-RD-1, §10.3
  it.each([
    ['a query', `${CALLBACK}?x=1`],
    ['an empty query', `${CALLBACK}?`],
    ['a fragment', `${CALLBACK}#`],
    ['both', `${CALLBACK}?x=1#`],
    ['a user', 'https://ann:secret@preview.test/auth/callback/idp'],
    ['another provider', `${PREVIEW}/auth/callback/other`],
    ['more of a name', `${PREVIEW}/auth/callback/idp2`],
    ['another path', `${PREVIEW}/auth/signin/idp`],
    ['a path that only looks like it', `${PREVIEW}/auth/callback/idp/`],
    ['dots in its path', `${PREVIEW}/x/../auth/callback/idp`],
    ['a script', 'javascript:alert(1)//callback/idp'],
    ['a data URL', 'data:text/html,/callback/idp'],
    ['a file server', 'ftp://localhost/auth/callback/idp'],
    ['an application', 'com.example:/auth/callback/idp'],
    ['a relative URL', '/auth/callback/idp'],
    ['a host without scheme', '//evil.test/auth/callback/idp'],
    ['backslashes', 'https:\\\\evil.test/auth/callback/idp'],
    ['a line break', 'https://evil.test/a\r\nb/callback/idp'],
    ['no TLS', 'http://preview.test/auth/callback/idp'],
    ['nothing', ''],
    ['null', null],
    ['a number', 7],
    ['a list', [CALLBACK]],
  ])('to an origin with %s', async (_, origin) => {
    const here = setting()
    await refused(here, answer(await sealState({ origin })))
  })

  // proves P-OA-4, P-OA-13
  it('to another provider’s callback than its own', async () => {
    const idp = createIdp()
    const here = setting({ providers: [oidcFor(idp), oidcFor(idp, { id: 'other' })] }, {}, idp)
    const state = (await begin(here)).searchParams.get('state') ?? ''
    expect(await refused(here, answer(state, {}, 'other'))).toContain('/callback/other')
  })

  // proves P-OA-7
  it('with a parameter that is there twice', async () => {
    const here = setting()
    const url = `${answer(await sealState({ origin: CALLBACK }))}&code=d`
    expect(await refused(here, url)).toContain('`code` more than once')
  })

  // proves §10.3
  it('by a deployment that is not the proxy', async () => {
    const here = setting()
    const elsewhere = await sealState({ origin: 'https://third.test/auth/callback/idp' })
    const response = await here.browser.get(
      `${CALLBACK}?${new URLSearchParams({ code: 'c', state: elsewhere })}`,
    )
    expect(response.headers.get('location')).toMatch(/^https:\/\/preview\.test\/auth\/error/)
    expect(here.preview.errors).toEqual(['InvalidCheck'])
  })

  // proves §10.3
  it('to itself, round and round', async () => {
    const here = setting()
    const state = await sealState({ origin: `${PROXY}/other/callback/idp` })
    expect(await refused(here, answer(state))).toContain('belongs to no sign-in of this browser')
  })

  // proves §10.3
  it('where no proxy is configured', async () => {
    const here = setting({ redirectProxyUrl: undefined })
    await refused(here, answer(await sealState({ origin: CALLBACK })))
  })
})

describe('the hosts that a proxy forwards to', () => {
  // proves §10.3
  it('are any for whom a state was sealed, also this machine without TLS', async () => {
    for (const origin of [
      'https://elsewhere.test/x/callback/idp',
      'http://localhost:3000/auth/callback/idp',
    ]) {
      const state = await sealState({ origin })
      const response = await setting().browser.get(answer(state))
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
  ])('are, with the list %j, those of it: %s', async (redirectProxyTargets, isForwarded) => {
    const here = setting({ redirectProxyTargets })
    const url = answer(await sealState({ origin: CALLBACK }))
    if (isForwarded)
      expect((await here.browser.get(url)).headers.get('location')).toMatch(/^https:\/\/preview\.test\//)
    else expect(await refused(here, url)).toContain('preview.test, which is not in `redirectProxyTargets`')
  })

  // proves P-OA-13
  it('are no concern of a sign-in at the proxy itself', async () => {
    const here = setting({ redirectProxyTargets: [] })
    const response = await here.browser.get(here.idp.agree((await begin(here, PROXY)).href).href)
    expect(response.headers.get('location')).toBe(`${PROXY}/after`)
  })
})

describe('a configuration with a redirect proxy', () => {
  /** The message of its problem. */
  async function problemOf(config: Partial<AuthConfig>): Promise<string> {
    const app = createApp(config, PREVIEW)
    const response = await new Browser(app).get(`${PREVIEW}/auth/session`)
    if (app.errors.length > 0) expect([response.status, app.errors]).toEqual([500, ['InvalidOption']])
    return (app.log.find(({ level }) => level === 'error')?.entry as Error | undefined)?.message ?? ''
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
  ])('says what is wrong with %s', async (redirectProxyUrl, cure) => {
    expect(await problemOf({ redirectProxyUrl })).toContain(cure)
    expect(await problemOf({ providers: [oidcFor(createIdp(), { redirectProxyUrl })] })).toContain(cure)
    vi.stubEnv('AUTH_REDIRECT_PROXY_URL', redirectProxyUrl)
    expect(await problemOf({})).toMatch(/AUTH_REDIRECT_PROXY_URL/)
  })

  // proves CFG-29
  it.each(['https://proxy.test/auth', 'https://proxy.test/app/api/auth/', 'http://localhost:3000/auth'])(
    'may have %s',
    async (redirectProxyUrl) => {
      expect(await problemOf({ redirectProxyUrl })).toBe('')
    },
  )

  // proves CFG-29
  it('may have one without path where there is none either', async () => {
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
  it('lists hosts only', async () => {
    const targets = ['ok.test', 'https://preview.test']
    expect(await problemOf({ redirectProxyTargets: targets })).toContain(
      '"https://preview.test", which is not a valid host',
    )
    expect(await problemOf({ redirectProxyTargets: ['*.com'] })).toContain('*.preview.example.com')
  })
})
