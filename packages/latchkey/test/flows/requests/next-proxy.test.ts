import { createApp, deepFreeze, ORIGIN, passwordProvider, SECRET } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { isolateEnvironment } from '@latchkey/test-support/kit/environment.ts'
import { Latchkey, type LatchkeyConfig } from 'latchkey/next'
import { NextRequest, NextResponse } from 'next/server.js'
import { afterEach, describe, expect, it, vi } from 'vitest'

/** The cookies that `cookies()` of Next.js returns while a handler runs. */
const store = vi.hoisted(() => new Map<string, string>())
vi.mock('next/headers.js', () => ({
  cookies: async () => ({
    get: (name: string) => (store.has(name) ? { value: store.get(name) } : undefined),
  }),
  headers: async () => new Headers(),
}))

isolateEnvironment()

afterEach(() => {
  store.clear()
})

const BASE_CONFIG: LatchkeyConfig = deepFreeze({
  secret: SECRET,
  trustHost: true,
  providers: [passwordProvider],
  logger: { error: () => {}, warn: () => {} },
})

async function signedInCookie(): Promise<string> {
  const browser = new Browser(createApp())
  await browser.post(`${ORIGIN}/auth/callback/credentials`, { email: 'ann@example.com', password: 'right' })
  return browser.cookiesFor(ORIGIN)
}

function request(
  path: string,
  init: { method?: string; headers?: Record<string, string>; nextConfig?: object } = {},
): NextRequest {
  const headers = { 'x-forwarded-host': 'app.test', 'x-forwarded-proto': 'https', ...init.headers }
  const request = new NextRequest(`http://localhost:3000${path}`, { ...init, headers })
  for (const { name, value } of request.cookies.getAll()) store.set(name, value)
  return request
}

function proxy(
  config: Partial<LatchkeyConfig>,
  path: string,
  init?: Parameters<typeof request>[1],
): Promise<Response> {
  const { auth } = Latchkey(
    deepFreeze({ ...BASE_CONFIG, callbacks: { authorized: ({ auth }) => auth !== null }, ...config }),
  )
  return auth(request(path, init), undefined as never)
}

describe('auth as the proxy of Next.js', () => {
  // proves ST-8, A-17, CB-22, AUTHN-10
  it('lets signed-in users through', async () => {
    const response = await proxy({}, '/account', { headers: { cookie: await signedInCookie() } })
    expect(response.headers.get('x-middleware-next')).toBe('1')
    expect(response.headers.getSetCookie()).toEqual([])
  })

  // proves ST-9, A-17
  it('redirects signed-out visitors to the sign-in page, with the public URL', async () => {
    const response = await proxy({}, '/account?tab=1')
    expect(response.status).toBe(307)
    const url = new URL(response.headers.get('location') ?? '', 'http://localhost:3000')
    expect(url.pathname).toBe('/api/auth/signin')
    expect(url.searchParams.get('callbackUrl')).toBe('https://app.test/account?tab=1')
  })

  it('passes the query of the page to the sign-in page only as part of `callbackUrl`', async () => {
    const path = '/account?error=AccessDenied&code=wrong&x=1'
    const query = new URLSearchParams({ callbackUrl: `https://app.test${path}` })
    const pages = { signIn: '/login?y=2' }
    const [builtIn, own] = await Promise.all([proxy({}, path), proxy({ pages }, path)])
    const action = await proxy({}, path, { method: 'POST', headers: { 'next-action': 'x' } })
    expect({
      builtIn: builtIn.headers.get('location'),
      own: own.headers.get('location'),
      action: action.headers.get('x-action-redirect'),
    }).toEqual({
      builtIn: `http://localhost:3000/api/auth/signin?${query}`,
      own: `http://localhost:3000/login?y=2&${query}`,
      action: `/api/auth/signin?${query};push`,
    })
  })

  it('redirects a form submission with 303, so that it is not sent to the sign-in page', async () => {
    const response = await proxy({}, '/account', { method: 'POST' })
    expect(response.status).toBe(303)
    const action = await proxy({}, '/account', { method: 'POST', headers: { 'next-action': 'x' } })
    expect({ status: action.status, location: action.headers.get('location') }).toEqual({
      status: 303,
      location: null,
    })
    expect(action.headers.get('x-action-redirect')).toMatch(/^\/api\/auth\/signin\?callbackUrl=.*;push$/)
  })

  // proves §20 Q-21
  it.each(['/api/auth/callback/idp', '/api/auth/signin', '/login'])(
    'always lets %s through',
    async (path) => {
      const response = await proxy({ pages: { signIn: '/login?x=1' } }, path)
      expect(response.headers.get('x-middleware-next')).toBe('1')
    },
  )

  it('lets the path of a sign-in page through only if the page is on this host', async () => {
    const own = await proxy({ pages: { signIn: 'https://app.test/login' } }, '/login')
    expect(own.headers.get('x-middleware-next')).toBe('1')
    const other = await proxy({ pages: { signIn: 'https://login.test/account' } }, '/account')
    expect(other.headers.get('location')).toMatch(/^https:\/\/login\.test\/account\?callbackUrl=/)
  })

  // proves DROP-5, §20 Q-21
  it.each([
    ['always, with 401', () => Response.json({ error: 'no' }, { status: 401 }), 401, null],
    [
      'as a redirect to another page',
      () => Response.redirect('https://app.test/dashboard'),
      302,
      'https://app.test/dashboard',
    ],
    [
      'as a redirect to a page of another host with the same path',
      () => Response.redirect('https://other.test/login'),
      302,
      'https://other.test/login',
    ],
  ])(
    'also sends a response of `authorized` for the sign-in page: %s',
    async (_, respond, status, location) => {
      const response = await proxy(
        { pages: { signIn: '/login' }, callbacks: { authorized: respond } },
        '/login',
      )
      expect({ status: response.status, location: response.headers.get('location') }).toEqual({
        status,
        location,
      })
    },
  )

  // proves DROP-5, AUTHN-11
  it.each([
    'http://localhost:3000/login',
    'https://app.test/login',
    'https://app.test/login/',
    '/login',
    '/login?callbackUrl=/account',
  ])('shows the sign-in page instead of a redirect to itself: %s', async (location) => {
    const authorized = (): Response => new Response(null, { status: 307, headers: { location } })
    const config = { pages: { signIn: '/login' }, callbacks: { authorized } }
    expect((await proxy(config, '/login?x=1')).headers.get('x-middleware-next')).toBe('1')
    const absolute = new URL(location, ORIGIN).href
    expect((await proxy(config, '/account')).headers.get('location')).toBe(absolute)
  })

  // proves DROP-5, AUTHN-11
  it.each([
    ['/login', '/login/', { trailingSlash: true }],
    ['/login/', '/login', {}],
    ['/de/login', '/de/login', { i18n: { locales: ['en', 'de'], defaultLocale: 'en' } }],
    ['/en/login', '/login', { i18n: { locales: ['en', 'de'], defaultLocale: 'en' } }],
    ['/login', '/de/login/', { trailingSlash: true, i18n: { locales: ['en', 'de'], defaultLocale: 'en' } }],
  ])('opens the sign-in page %s at %s with %j', async (signIn, path, nextConfig) => {
    const readNext = async (callbacks: LatchkeyConfig['callbacks'], at: string): Promise<unknown> =>
      (await proxy({ pages: { signIn }, callbacks }, at, { nextConfig })).headers.get('x-middleware-next')
    const toItself = (): Response => new Response(null, { status: 307, headers: { location: path } })
    expect([
      await readNext({ authorized: () => false }, path),
      await readNext({ authorized: toItself }, path),
      await readNext({ authorized: () => false }, '/login/more'),
    ]).toEqual(['1', '1', null])
  })

  // proves DROP-5, AUD-F13
  it.each(['/api/auth/session', '/api/auth/signin', '/api/auth/callback/idp'])(
    'does not ask `authorized` about the endpoint %s',
    async (path) => {
      const authorized = vi.fn(() => Response.json({ error: 'no' }, { status: 401 }))
      expect((await proxy({ callbacks: { authorized } }, path)).headers.get('x-middleware-next')).toBe('1')
      expect(authorized).not.toHaveBeenCalled()
    },
  )

  // proves DROP-5
  it('runs the rules of the Next.js tutorial: signed-in users leave the sign-in page', async () => {
    const authorized: NonNullable<LatchkeyConfig['callbacks']>['authorized'] = ({
      auth,
      request: { nextUrl },
    }) => {
      const isLoggedIn = !!auth?.user
      if (nextUrl.pathname.startsWith('/dashboard')) return isLoggedIn
      if (isLoggedIn) return Response.redirect(new URL('/dashboard', nextUrl))
      return true
    }
    const cookie = await signedInCookie()
    const toResult = async (path: string, headers = {}): Promise<unknown> => {
      const response = await proxy({ pages: { signIn: '/login' }, callbacks: { authorized } }, path, {
        headers,
      })
      const location = response.headers.get('location')
      return location ? URL.parse(location)?.pathname : response.headers.get('x-middleware-next')
    }
    expect({
      signedOut: [await toResult('/'), await toResult('/login'), await toResult('/dashboard')],
      signedIn: [
        await toResult('/', { cookie }),
        await toResult('/login', { cookie }),
        await toResult('/login?callbackUrl=/dashboard', { cookie }),
        await toResult('/dashboard/invoices', { cookie }),
      ],
    }).toEqual({
      signedOut: ['1', '1', '/login'],
      signedIn: ['/dashboard', '/dashboard', '/dashboard', '1'],
    })
  })

  // proves DROP-5
  it('asks `authorized` of a configuration function about the sign-in page', async () => {
    const { auth } = Latchkey((request) => ({
      ...BASE_CONFIG,
      pages: { signIn: '/login' },
      callbacks: { authorized: () => Response.json({ path: request?.nextUrl.pathname }, { status: 403 }) },
    }))
    const response = await auth(request('/login'), undefined as never)
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 403,
      body: { path: '/login' },
    })
  })

  // proves DROP-5, A-16
  it('renews the session with a redirect away from the sign-in page', async () => {
    const authorized = (): Response => Response.redirect('https://app.test/dashboard')
    const config = { pages: { signIn: '/login' }, session: { updateAge: 0 }, callbacks: { authorized } }
    const response = await proxy(config, '/login', { headers: { cookie: await signedInCookie() } })
    expect(response.headers.getSetCookie()).toHaveLength(1)
  })

  // proves AUTHN-10
  it('protects the pages of the application below the `basePath`', async () => {
    const response = await proxy({}, '/api/auth/account')
    expect(response.headers.get('location')).toContain('/api/auth/signin?callbackUrl=')
  })

  // proves AUTHN-10
  it('distinguishes pages and endpoints when the endpoints are at the root', async () => {
    const endpoint = await proxy({ basePath: '/' }, '/signin')
    expect(endpoint.headers.get('x-middleware-next')).toBe('1')
    const page = await proxy({ basePath: '/' }, '/account')
    expect(page.headers.get('location')).toContain('/signin?callbackUrl=')
  })

  it('redirects to the sign-in page of the application, with its query or on another host', async () => {
    const sameHost = await proxy({ pages: { signIn: '/login?x=1' } }, '/account')
    expect(sameHost.headers.get('location')).toMatch(
      /\/login\?x=1&callbackUrl=https%3A%2F%2Fapp\.test%2Faccount$/,
    )
    const otherHost = await proxy({ pages: { signIn: 'https://login.test/start' } }, '/account')
    expect(otherHost.headers.get('location')).toBe(
      'https://login.test/start?callbackUrl=https%3A%2F%2Fapp.test%2Faccount',
    )
  })

  // proves ST-10, ERR-15, CB-21
  it('returns a response of `authorized` unchanged', async () => {
    const authorized = (): Response => Response.json({ error: 'no' }, { status: 401 })
    expect((await proxy({ callbacks: { authorized } }, '/account')).status).toBe(401)
    const { auth } = Latchkey({ ...BASE_CONFIG, callbacks: { authorized } })
    const wrapped = auth(() => NextResponse.json({ secret: true }))
    expect((await wrapped(request('/api/data'), {})).status).toBe(401)
  })

  // proves P-HT-4
  it.each(['/login', 'login', '../login'])(
    'sends the redirect of `authorized` to %s with the public URL, which Next.js needs',
    async (location) => {
      const redirect = () => new Response(null, { status: 303, headers: { location, 'x-reason': 'member' } })
      const config: LatchkeyConfig = { ...BASE_CONFIG, callbacks: { authorized: redirect } }
      const responses = [
        await proxy(config, '/account'),
        await Latchkey(config).auth(() => undefined)(request('/account'), undefined as never),
      ]
      for (const { status, headers } of responses)
        expect({ status, location: headers.get('location'), reason: headers.get('x-reason') }).toEqual({
          status: 303,
          location: `${ORIGIN}/login`,
          reason: 'member',
        })
    },
  )

  // proves AUD-F13, P-SE-9, ST-9
  it.each(['yes', 'false', 1, {}, { user: 'ann' }, null, undefined, () => true, { status: 403 }])(
    'redirects to the sign-in page if `authorized` returns %j instead of true or a response',
    async (verdict) => {
      const warnings: string[] = []
      const response = await proxy(
        {
          callbacks: { authorized: () => verdict as never },
          logger: { error: () => {}, warn: (code) => warnings.push(code) },
        },
        '/account',
      )
      expect({
        passedOn: response.headers.get('x-middleware-next'),
        page: URL.parse(response.headers.get('location') ?? '')?.pathname,
        warnings,
      }).toEqual({
        passedOn: null,
        page: '/api/auth/signin',
        warnings: verdict ? ['authorized-result'] : [],
      })
    },
  )

  // proves AUD-F13, ST-10
  it.each([
    { status: 403, body: 'No.', headers: { 'content-type': 'text/plain', 'x-own': '1' } },
    { status: 303, body: null, headers: { location: `${ORIGIN}/elsewhere` } },
  ])('sends a response with status $status that is of another class', async ({ status, body, headers }) => {
    // Like the responses of another realm, of a polyfill or of an older server.
    const other = {
      status,
      statusText: '',
      headers: { get: () => null, entries: () => Object.entries(headers) },
      body,
      text: async () => body ?? '',
    }
    const authorized = (): never => other as never
    const { auth } = Latchkey({ ...BASE_CONFIG, callbacks: { authorized } })
    const wrapped = auth(() => NextResponse.json({ secret: true }))
    for (const response of [
      await proxy({ callbacks: { authorized } }, '/account'),
      await wrapped(request('/api/data'), {}),
    ]) {
      expect(response).toBeInstanceOf(Response)
      expect({ status: response.status, body: await response.text() }).toEqual({ status, body: body ?? '' })
      expect(Object.fromEntries(response.headers)).toEqual(headers)
    }
  })

  // proves AUD-F13
  it.each(['/api/auth/admin/users', '/api/auth/session/users', '/api/auth/signin/idp/users'])(
    'asks `authorized` about %s, which is not an endpoint',
    async (path) => {
      expect((await proxy({}, path)).headers.get('location')).toContain('/api/auth/signin?callbackUrl=')
    },
  )

  // proves A-16, P-IN-6
  it('renews a session in a response that caches must not store', async () => {
    const response = await proxy({ session: { updateAge: 0 } }, '/account', {
      headers: { cookie: await signedInCookie() },
    })
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringContaining('__Secure-latchkey.session-token='),
    ])
    expect(response.headers.get('cache-control')).toBe('private, no-store')
  })

  // proves P-IN-2
  it.each(['/account', '/login', '/error', '/api/auth/signin'])(
    'sends the error page instead of %s with an invalid configuration, and never redirects',
    async (path) => {
      const invalid = { providers: [{} as never], pages: { signIn: '/login', error: '/error' } }
      const response = await proxy(invalid, path, { headers: { cookie: await signedInCookie() } })
      expect({
        status: response.status,
        location: response.headers.get('location'),
        passedOn: response.headers.get('x-middleware-next'),
        cookies: response.headers.getSetCookie(),
        type: response.headers.get('content-type'),
      }).toEqual({
        status: 500,
        location: null,
        passedOn: null,
        cookies: [],
        type: 'text/html; charset=utf-8',
      })
      expect(await response.text()).not.toContain('providers')
    },
  )

  // proves P-IN-2
  it('sends the error page for a host that is not trusted', async () => {
    const response = await proxy({ trustHost: false }, '/account')
    expect({ status: response.status, location: response.headers.get('location') }).toEqual({
      status: 500,
      location: null,
    })
  })

  // proves P-IN-2
  it('sends the error as JSON to a script', async () => {
    const response = await proxy({ providers: [{} as never] }, '/account', {
      headers: { accept: 'application/json' },
    })
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 500,
      body: { error: 'Configuration', message: expect.any(String), reference: expect.any(String) },
    })
  })

  // proves P-IN-2
  it('throws when the session cannot be read', async () => {
    const cookie = await signedInCookie()
    const session = (): never => {
      throw new Error('down')
    }
    const broken = proxy({ callbacks: { session, authorized: ({ auth }) => auth !== null } }, '/account', {
      headers: { cookie },
    })
    await expect(broken).rejects.toMatchObject({ type: 'SessionError' })
  })
})

describe('a handler that auth wraps', () => {
  const { auth } = Latchkey({ ...BASE_CONFIG, session: { updateAge: 0 } })

  // proves DROP-8
  it.each([
    ['null', () => null],
    ['a promise of null', async () => null],
    ['nothing', () => {}],
    ['a promise of nothing', async () => undefined],
  ])('lets the request through if it returns %s', async (_, handler) => {
    const response = await auth(handler)(request('/account'), {})
    expect(response.headers.get('x-middleware-next')).toBe('1')
  })

  // proves A-5, EP-1
  it('receives the session, and its response contains the renewed cookie', async () => {
    const handler = auth((req) => Response.json(req.auth))
    const response = await handler(request('/api/me', { headers: { cookie: await signedInCookie() } }), {})
    expect(await response.json()).toMatchObject({ user: { name: 'Ann' } })
    expect(response.headers.getSetCookie()).toHaveLength(1)
    expect(await (await handler(request('/api/me'), {})).json()).toBeNull()
  })

  // proves A-16, §16.3
  it('passes the renewed cookie on with the request, beside the headers that it sets', async () => {
    const cookie = await signedInCookie()
    const forwardedHeaders = async (handler: () => Response): Promise<Headers> => {
      const response = await auth(handler)(
        request('/account', { headers: { cookie: `${cookie}; other=1`, 'x-own': 'a' } }),
        {},
      )
      const names = response.headers.get('x-middleware-override-headers')?.split(',') ?? []
      return new Headers(
        names.map((name) => [name, response.headers.get(`x-middleware-request-${name}`) ?? '']),
      )
    }
    const unchanged = await forwardedHeaders(() => NextResponse.next())
    expect(unchanged.get('x-own')).toBe('a')
    expect(unchanged.get('cookie')).toMatch(/^other=1; __Secure-latchkey\.session-token=[\w.-]+$/)
    expect(unchanged.get('cookie')).not.toContain(cookie)
    const chosen = await forwardedHeaders(() =>
      NextResponse.rewrite('https://app.test/b', { request: { headers: new Headers({ 'x-chosen': 'b' }) } }),
    )
    expect(Object.fromEntries(chosen)).toEqual({
      'x-chosen': 'b',
      cookie: expect.stringMatching(/^__Secure-latchkey\.session-token=/),
    })
  })

  // proves AUD-F13
  it('runs even if `authorized` returns `false`, with one warning', async () => {
    const warnings: string[] = []
    const wrapped = Latchkey({
      ...BASE_CONFIG,
      callbacks: { authorized: ({ auth }) => auth !== null },
      logger: { error: () => {}, warn: (code) => warnings.push(code) },
    }).auth(() => new Response('public'))
    await wrapped(request('/api/data', { headers: { cookie: await signedInCookie() } }), {})
    expect(warnings).toEqual([])
    expect(await (await wrapped(request('/api/data'), {})).text()).toBe('public')
    await wrapped(request('/api/data'), {})
    expect(warnings).toEqual(['authorized-ignored'])
  })

  it('can sign out without the renewal undoing it', async () => {
    const cookie = await signedInCookie()
    const clearByHeader = auth(
      () =>
        new Response(null, {
          headers: { 'set-cookie': '__Secure-latchkey.session-token=; Max-Age=0; Path=/; Secure' },
        }),
    )
    const response = await clearByHeader(request('/api/out', { headers: { cookie } }), {})
    expect(response.headers.getSetCookie()).toEqual([expect.stringContaining('Max-Age=0')])
    const clearByStore = auth(() => {
      store.set('__Secure-latchkey.session-token', '')
      return new Response(null)
    })
    expect(
      (await clearByStore(request('/api/out', { headers: { cookie } }), {})).headers.getSetCookie(),
    ).toEqual([])
  })
})
