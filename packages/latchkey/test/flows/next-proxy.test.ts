import { Latchkey, type LatchkeyConfig } from 'latchkey/next'
import { NextRequest, NextResponse } from 'next/server.js'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createApp, deepFreeze, ORIGIN, passwordProvider, SECRET } from '../kit/app.ts'
import { Browser } from '../kit/browser.ts'

/** What `cookies()` of Next.js gives while a handler runs. */
const store = vi.hoisted(() => new Map<string, string>())
vi.mock('next/headers.js', () => ({
  cookies: async () => ({
    get: (name: string) => (store.has(name) ? { value: store.get(name) } : undefined),
  }),
  headers: async () => new Headers(),
}))

afterEach(() => {
  store.clear()
})

const BASE_CONFIG: LatchkeyConfig = deepFreeze({
  secret: SECRET,
  trustHost: true,
  providers: [passwordProvider],
  logger: { error: () => {}, warn: () => {} },
})

async function cookieOfAnn(): Promise<string> {
  const browser = new Browser(createApp())
  await browser.post(`${ORIGIN}/auth/callback/credentials`, { email: 'ann@example.com', password: 'right' })
  return browser.cookiesFor(ORIGIN)
}

function request(
  path: string,
  init: { method?: string; headers?: Record<string, string> } = {},
): NextRequest {
  const headers = { 'x-forwarded-host': 'app.test', 'x-forwarded-proto': 'https', ...init.headers }
  const made = new NextRequest(`http://localhost:3000${path}`, { ...init, headers })
  for (const { name, value } of made.cookies.getAll()) store.set(name, value)
  return made
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
  it('lets in who is signed in', async () => {
    const response = await proxy({}, '/account', { headers: { cookie: await cookieOfAnn() } })
    expect(response.headers.get('x-middleware-next')).toBe('1')
    expect(response.headers.getSetCookie()).toEqual([])
  })

  // proves ST-9, A-17
  it('sends others to the sign-in page, with the address that people know', async () => {
    const response = await proxy({}, '/account?tab=1')
    expect(response.status).toBe(307)
    const url = new URL(response.headers.get('location') ?? '', 'http://localhost:3000')
    expect(url.pathname).toBe('/api/auth/signin')
    expect(url.searchParams.get('callbackUrl')).toBe('https://app.test/account?tab=1')
  })

  it('does not send a form on to the sign-in page', async () => {
    const response = await proxy({}, '/account', { method: 'POST' })
    expect(response.status).toBe(303)
    const action = await proxy({}, '/account', { method: 'POST', headers: { 'next-action': 'x' } })
    expect([action.status, action.headers.get('location')]).toEqual([303, null])
    expect(action.headers.get('x-action-redirect')).toMatch(/^\/api\/auth\/signin\?callbackUrl=.*;push$/)
  })

  // proves §20 Q-21
  it.each(['/api/auth/callback/idp', '/api/auth/signin', '/login'])('never refuses %s', async (path) => {
    const response = await proxy({ pages: { signIn: '/login?x=1' } }, path)
    expect(response.headers.get('x-middleware-next')).toBe('1')
  })

  it('sends to the application’s own page, also one with a query or elsewhere', async () => {
    const own = await proxy({ pages: { signIn: '/login?x=1' } }, '/account')
    expect(own.headers.get('location')).toMatch(/\/login\?x=1&callbackUrl=https%3A%2F%2Fapp\.test%2Faccount$/)
    const elsewhere = await proxy({ pages: { signIn: 'https://login.test/start' } }, '/account')
    expect(elsewhere.headers.get('location')).toBe(
      'https://login.test/start?callbackUrl=https%3A%2F%2Fapp.test%2Faccount',
    )
  })

  // proves ST-10, ERR-15, CB-21
  it('sends the response of `authorized` as it is', async () => {
    const authorized = (): Response => Response.json({ error: 'no' }, { status: 401 })
    expect((await proxy({ callbacks: { authorized } }, '/account')).status).toBe(401)
    const { auth } = Latchkey({ ...BASE_CONFIG, callbacks: { authorized } })
    const wrapped = auth(() => NextResponse.json({ secret: true }))
    expect((await wrapped(request('/api/data'), {})).status).toBe(401)
  })

  // proves A-16, P-IN-6
  it('renews a session, for this browser alone', async () => {
    const response = await proxy({ session: { updateAge: 0 } }, '/account', {
      headers: { cookie: await cookieOfAnn() },
    })
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringContaining('__Secure-latchkey.session-token='),
    ])
    expect(response.headers.get('cache-control')).toBe('private, no-store')
  })

  // proves P-IN-2
  it.each(['/account', '/login', '/error', '/api/auth/signin'])(
    'sends the error page in place of %s with an invalid configuration, and never redirects',
    async (path) => {
      const invalid = { providers: [{} as never], pages: { signIn: '/login', error: '/error' } }
      const response = await proxy(invalid, path, { headers: { cookie: await cookieOfAnn() } })
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
    const cookie = await cookieOfAnn()
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

  // proves A-5, EP-1
  it('has the session at hand, and its answer carries the renewal', async () => {
    const handler = auth((req) => Response.json(req.auth))
    const response = await handler(request('/api/me', { headers: { cookie: await cookieOfAnn() } }), {})
    expect(await response.json()).toMatchObject({ user: { name: 'Ann' } })
    expect(response.headers.getSetCookie()).toHaveLength(1)
    expect(await (await handler(request('/api/me'), {})).json()).toBeNull()
  })

  // proves A-16, §16.3
  it('shows the renewal to what it lets through, beside the headers that it chose itself', async () => {
    const cookie = await cookieOfAnn()
    const onward = async (answer: () => Response): Promise<Headers> => {
      const response = await auth(answer)(
        request('/account', { headers: { cookie: `${cookie}; other=1`, 'x-own': 'a' } }),
        {},
      )
      const names = response.headers.get('x-middleware-override-headers')?.split(',') ?? []
      return new Headers(
        names.map((name) => [name, response.headers.get(`x-middleware-request-${name}`) ?? '']),
      )
    }
    const own = await onward(() => NextResponse.next())
    expect(own.get('x-own')).toBe('a')
    expect(own.get('cookie')).toMatch(/^other=1; __Secure-latchkey\.session-token=[\w.-]+$/)
    expect(own.get('cookie')).not.toContain(cookie)
    const chosen = await onward(() =>
      NextResponse.rewrite('https://app.test/b', { request: { headers: new Headers({ 'x-chosen': 'b' }) } }),
    )
    expect(Object.fromEntries(chosen)).toEqual({
      'x-chosen': 'b',
      cookie: expect.stringMatching(/^__Secure-latchkey\.session-token=/),
    })
  })

  it('is not undone by the renewal when it signs out, in whichever way', async () => {
    const cookie = await cookieOfAnn()
    const byHeader = auth(
      () =>
        new Response(null, {
          headers: { 'set-cookie': '__Secure-latchkey.session-token=; Max-Age=0; Path=/; Secure' },
        }),
    )
    const answer = await byHeader(request('/api/out', { headers: { cookie } }), {})
    expect(answer.headers.getSetCookie()).toEqual([expect.stringContaining('Max-Age=0')])
    const byStore = auth(() => {
      store.set('__Secure-latchkey.session-token', '')
      return new Response(null)
    })
    expect((await byStore(request('/api/out', { headers: { cookie } }), {})).headers.getSetCookie()).toEqual(
      [],
    )
  })
})
