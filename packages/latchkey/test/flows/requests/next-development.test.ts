import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { deepFreeze, passwordProvider, SECRET } from '@latchkey/test-support/kit/app.ts'
import { isolateEnvironment } from '@latchkey/test-support/kit/environment.ts'
import { Latchkey } from 'latchkey/next'
import { NextRequest } from 'next/server.js'
import { expect, it, vi } from 'vitest'

/** The headers of the current request, as `headers()` of Next.js returns them. */
const current = vi.hoisted(() => ({ headers: new Headers() }))
vi.mock('next/headers.js', () => ({
  headers: async () => current.headers,
  cookies: async () => {
    const { cookies } = new NextRequest('http://localhost:3000', { headers: current.headers })
    return cookies
  },
}))
vi.mock('next/server.js', async (original) => ({ ...(await original<object>()), connection: async () => {} }))

isolateEnvironment()

/**
 * Next.js sets the forwarded headers itself, and reports the protocol to pages in them only. Its
 * development server uses `localhost` in the URL of each request.
 */
// proves AUD-F3
it.each([
  ['a phone in the network', 'http', '192.168.1.5:3000'],
  ['the local machine with --experimental-https', 'https', 'localhost:3000'],
])('the development server of Next.js finds the session of %s everywhere', async (_, protocol, host) => {
  vi.stubEnv('NODE_ENV', 'development')
  const { auth, handlers } = Latchkey(deepFreeze({ secret: SECRET, providers: [passwordProvider] }))
  const headers = { host, 'x-forwarded-host': host, 'x-forwarded-proto': protocol }
  const request = (path: string, init: ConstructorParameters<typeof NextRequest>[1] = {}): NextRequest =>
    new NextRequest(`${protocol}://localhost:3000${path}`, {
      ...init,
      headers: { ...headers, ...init.headers },
    })
  const signedIn = await handlers.POST(
    request('/api/auth/callback/credentials', {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ email: 'ann@example.com', password: 'right', callbackUrl: '/inside' }),
    }),
  )
  expect(signedIn.headers.get('location')).toBe(`${protocol}://${host}/inside`)
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')

  const response = await handlers.GET(request('/api/auth/session', { headers: { cookie } }))
  current.headers = new Headers({ ...headers, cookie })
  const req = Object.assign(new IncomingMessage(new Socket()), { url: '/', headers: { ...headers, cookie } })
  const sessions = [await response.json(), await auth(), await auth({ req, res: new ServerResponse(req) })]
  for (const session of sessions) expect(session).toMatchObject({ user: { name: 'Ann' } })
})
