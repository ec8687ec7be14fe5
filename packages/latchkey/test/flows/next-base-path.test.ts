import { Latchkey, type LatchkeyConfig } from 'latchkey/next'
import { NextRequest } from 'next/server.js'
import { describe, expect, it, vi } from 'vitest'
import { deepFreeze, passwordProvider, SECRET } from '../kit/app.ts'

/** What Next.js writes into the application when it builds one with a `basePath`. */
vi.hoisted(() => {
  process.env.__NEXT_ROUTER_BASEPATH = '/shop'
})
vi.mock('next/headers.js', () => ({}))

const { handlers, auth } = application()

function application(config: Partial<LatchkeyConfig> = {}): ReturnType<typeof Latchkey> {
  const base: LatchkeyConfig = {
    secret: SECRET,
    trustHost: true,
    providers: [passwordProvider],
    callbacks: { authorized: ({ auth }) => auth !== null },
  }
  return Latchkey(deepFreeze({ ...base, ...config }))
}

const headers = { 'x-forwarded-host': 'app.test', 'x-forwarded-proto': 'https' }

/** A route handler is given a path without the `basePath`. */
function toHandler(
  path: string,
  init: { method?: string; headers?: object; body?: URLSearchParams } = {},
): NextRequest {
  return new NextRequest(`http://localhost:3000${path}`, {
    ...init,
    headers: { ...headers, ...init.headers },
  })
}

/** A proxy is given the whole path, and `nextUrl` takes it apart. */
function toProxy(path: string): NextRequest {
  return new NextRequest(`http://localhost:3000${path}`, { headers, nextConfig: { basePath: '/shop' } })
}

async function proxyTo(
  path: string,
  { auth }: ReturnType<typeof Latchkey> = application(),
): Promise<string | null> {
  return (await auth(toProxy(path), undefined as never)).headers.get('location')
}

describe('Next.js with a basePath of its own', () => {
  // proves CFG-5, P-HO-3
  it('has its doors below it, as people see them', async () => {
    const { people } = await (await handlers.GET(toHandler('/api/auth/providers')))
      .json()
      .then((all) => ({ people: all.credentials }))
    expect(people.callbackUrl).toBe('https://app.test/shop/api/auth/callback/credentials')
    const page = await (
      await handlers.GET(toHandler('/api/auth/signin', { headers: { accept: 'text/html' } }))
    ).text()
    expect(page).toContain('action="https://app.test/shop/api/auth/callback/credentials"')
  })

  it('reads a form, and leads to its start page when no other was asked for', async () => {
    const body = new URLSearchParams({ email: 'ann@example.com', password: 'right' })
    const response = await handlers.POST(
      toHandler('/api/auth/callback/credentials', {
        method: 'POST',
        body,
        headers: { origin: 'https://app.test' },
      }),
    )
    expect(response.headers.get('location')).toBe('https://app.test/shop')
    expect(response.headers.getSetCookie()[0]).toMatch(/^__Secure-latchkey.session-token=.*; Path=\/;/)
  })

  // proves ST-9, A-17
  it('leads from the proxy to its sign-in page, once below its path', async () => {
    const url = new URL((await proxyTo('/shop/account?tab=1')) ?? '')
    expect(url.pathname).toBe('/shop/api/auth/signin')
    expect(url.searchParams.get('callbackUrl')).toBe('https://app.test/shop/account?tab=1')
  })

  it.each(['/login', '/shop/login'])('leads from the proxy to a page that is written %s', async (signIn) => {
    const own = application({ pages: { signIn } })
    expect(new URL((await proxyTo('/shop/account', own)) ?? '').pathname).toBe('/shop/login')
    expect(await proxyTo('/shop/login', own)).toBeNull()
    const fromDoor = await own.handlers.GET(toHandler('/api/auth/signin'))
    expect(fromDoor.headers.get('location')).toMatch(/^https:\/\/app\.test\/shop\/login/)
  })

  it('lets its doors through the proxy, and nothing that only looks like them', async () => {
    expect(
      (await auth(toProxy('/shop/api/auth/session'), undefined as never)).headers.get('x-middleware-next'),
    ).toBe('1')
    expect(await proxyTo('/shop/api/authority')).not.toBeNull()
  })
})
