import { BASE, createApp, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { isolateEnvironment } from '@latchkey/test-support/kit/environment.ts'
import { describe, expect, it } from 'vitest'

isolateEnvironment()

describe('request paths', () => {
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
  ])('GET %s returns %i', async (path, status) => {
    expect((await new Browser(createApp()).get(`${ORIGIN}${path}`)).status).toBe(status)
  })

  // proves P-HT-1, §2.1, §3 GET /signin/<id>
  it('a method that an endpoint does not allow returns 405 and the allowed methods', async () => {
    const response = await new Browser(createApp()).send(`${BASE}/session`, { method: 'DELETE' })
    expect({ status: response.status, allow: response.headers.get('allow') }).toEqual({
      status: 405,
      allow: 'GET, HEAD, POST',
    })
    const page = await new Browser(createApp()).get(`${BASE}/signin/credentials`)
    expect({
      status: page.status,
      allow: page.headers.get('allow'),
      contentType: page.headers.get('content-type'),
    }).toEqual({ status: 405, allow: 'POST', contentType: 'text/html; charset=utf-8' })
  })

  // proves CFG-26, P-RD-5, §2.5 b, §3 GET /signin, §3 GET /signout, §3 GET /error, §20 Q-2
  // proves §20 Q-14
  it('redirects to the pages of the application where they are configured', async () => {
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
    const failed = await browser.post(`${BASE}/callback/credentials`, { password: 'wrong' })
    expect(failed.headers.get('location')).toBe(
      `${ORIGIN}/login?x=1&error=CredentialsSignin&code=credentials`,
    )
  })
})
