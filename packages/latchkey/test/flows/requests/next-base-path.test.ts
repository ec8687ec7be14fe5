import { deepFreeze, passwordProvider, SECRET } from '@latchkey/test-support/kit/app.ts'
import { Latchkey, type LatchkeyConfig } from 'latchkey/next'
import { NextRequest } from 'next/server.js'
import { describe, expect, it, vi } from 'vitest'

/** The variable that Next.js sets when it builds an application with a `basePath`. */
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

/** Creates the request to a route handler. Its path lacks the `basePath`. */
function toHandler(
  path: string,
  init: { method?: string; headers?: object; body?: URLSearchParams } = {},
): NextRequest {
  return new NextRequest(`http://localhost:3000${path}`, {
    ...init,
    headers: { ...headers, ...init.headers },
  })
}

/** Creates the request to a proxy. It has the full path, which `nextUrl` splits. */
function toProxy(path: string): NextRequest {
  return new NextRequest(`http://localhost:3000${path}`, { headers, nextConfig: { basePath: '/shop' } })
}

async function proxyTo(
  path: string,
  { auth }: ReturnType<typeof Latchkey> = application(),
): Promise<string | null> {
  return (await auth(toProxy(path), undefined as never)).headers.get('location')
}

describe('Next.js with a basePath', () => {
  // proves CFG-5, P-HO-3
  it('includes the basePath in the URLs of the endpoints', async () => {
    const { credentials } = await (await handlers.GET(toHandler('/api/auth/providers'))).json()
    expect(credentials.callbackUrl).toBe('https://app.test/shop/api/auth/callback/credentials')
    const page = await (
      await handlers.GET(toHandler('/api/auth/signin', { headers: { accept: 'text/html' } }))
    ).text()
    expect(page).toContain('action="https://app.test/shop/api/auth/callback/credentials"')
  })

  it('redirects to its home page after a sign-in without callbackUrl', async () => {
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
  it('redirects from the proxy to the sign-in page with the basePath once', async () => {
    const url = new URL((await proxyTo('/shop/account?tab=1')) ?? '')
    expect(url.pathname).toBe('/shop/api/auth/signin')
    expect(url.searchParams.get('callbackUrl')).toBe('https://app.test/shop/account?tab=1')
  })

  it.each(['/login', '/shop/login'])(
    'redirects from the proxy to a sign-in page configured as %s',
    async (signIn) => {
      const app = application({ pages: { signIn } })
      expect(new URL((await proxyTo('/shop/account', app)) ?? '').pathname).toBe('/shop/login')
      expect(await proxyTo('/shop/login', app)).toBeNull()
      const fromEndpoint = await app.handlers.GET(toHandler('/api/auth/signin'))
      expect(fromEndpoint.headers.get('location')).toMatch(/^https:\/\/app\.test\/shop\/login/)
    },
  )

  // proves DROP-5
  it('shows the sign-in page instead of a redirect to itself, with the basePath', async () => {
    const readLocation = (path: string): Promise<string | null> => {
      const authorized = (): Response => Response.redirect(`https://app.test${path}`)
      return proxyTo('/shop/login', application({ pages: { signIn: '/login' }, callbacks: { authorized } }))
    }
    expect({ itself: await readLocation('/shop/login'), other: await readLocation('/login') }).toEqual({
      itself: null,
      other: 'https://app.test/login',
    })
  })

  it('lets only its own endpoints through the proxy, not similar paths', async () => {
    expect(
      (await auth(toProxy('/shop/api/auth/session'), undefined as never)).headers.get('x-middleware-next'),
    ).toBe('1')
    expect(await proxyTo('/shop/api/authority')).not.toBeNull()
  })
})
