import { createApp, createIdp, oidcFor } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { isolateEnvironment } from '@latchkey/test-support/kit/environment.ts'
import { Auth, type AuthConfig } from 'latchkey'
import { describe, expect, it, vi } from 'vitest'

isolateEnvironment()

describe('the URL of the application', () => {
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
  const internalUrl = 'http://localhost:3000/auth/signin/idp'

  // proves ENV-2, P-HO-1, P-HO-3
  it('comes from baseUrl, then AUTH_URL, then the headers, then the request', async () => {
    const headers = { host: 'host.test', 'x-forwarded-host': 'forwarded.test', 'x-forwarded-proto': 'https' }
    expect(await redirectUri({}, internalUrl, {})).toBe('http://localhost:3000/auth/callback/idp')
    expect(await redirectUri({}, internalUrl, { host: 'host.test' })).toBe(
      'http://host.test/auth/callback/idp',
    )
    expect(await redirectUri({}, internalUrl, headers)).toBe('https://forwarded.test/auth/callback/idp')
    vi.stubEnv('AUTH_URL', 'https://env.test')
    expect(await redirectUri({}, internalUrl, headers)).toBe('https://env.test/auth/callback/idp')
    expect(await redirectUri({ baseUrl: 'https://config.test' }, internalUrl, headers)).toBe(
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
  ])('is not taken from an invalid %s: %j', async (name, value) => {
    const app = createApp({ providers: [oidcFor(createIdp())] })
    const headers = {
      host: 'app.test',
      accept: 'application/json',
      [name]: value,
      'sec-fetch-site': 'same-origin',
    }
    const response = await Auth(new Request(internalUrl, { method: 'POST', headers }), app.config)
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 400,
      body: { error: 'BadRequest', message: expect.any(String), reference: expect.any(String) },
    })
    expect(response.headers.getSetCookie()).toEqual([])
  })

  // proves P-HO-1
  it('is taken only from trusted hosts', async () => {
    const config = { trustHost: undefined, trustedHosts: ['app.test'] }
    expect(await redirectUri(config, internalUrl, { host: 'App.test' })).toBe(
      'https://app.test/auth/callback/idp',
    )
    expect(await redirectUri(config, internalUrl, { host: 'evil.test' })).toBeNull()
  })

  // proves CFG-41, CFG-42, P-HO-3, §4.1, §4.1 sessionToken
  it('decides whether cookies are Secure', async () => {
    const names = async (origin: string): Promise<string[]> => {
      const browser = new Browser(createApp({}, origin))
      await browser.post(`${origin}/auth/callback/credentials`, { email: 'a@example.com', password: 'right' })
      return browser.cookies(origin).map(({ name, header }) => `${name} ${header.includes('; Secure')}`)
    }
    expect(await names('http://app.test')).toEqual(['latchkey.session-token false'])
    expect(await names('https://app.test')).toEqual(['__Secure-latchkey.session-token true'])
  })
})
