import { BASE, createApp, createIdp, ORIGIN, oidcFor, SECRET } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { isolateEnvironment } from '@latchkey/test-support/kit/environment.ts'
import { Auth, type AuthConfig, createAuth, customFetch } from 'latchkey'
import Google from 'latchkey/providers/google'
import { describe, expect, it, vi } from 'vitest'

isolateEnvironment()

describe('environment variables', () => {
  // proves ENV-3, ENV-4, ENV-8, VER-2, §9.1 d
  it('configure the client and issuer of a provider; options take precedence', async () => {
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
  it('take precedence over what a provider presets', async () => {
    vi.stubEnv('AUTH_GOOGLE_ISSUER', 'https://id.test')
    const google = Google({ clientId: 'x', clientSecret: 'y', [customFetch]: createIdp().fetch })
    const response = await new Browser(createApp({ providers: [google] })).post(`${BASE}/signin/google`)
    expect(response.headers.get('location')).toMatch(/^https:\/\/id\.test\/authorize/)
  })

  // proves ENV-1, ENV-2, VER-2, §9.1 a, §20 Q-7
  it('set the secrets: numbered ones, then AUTH_SECRET, which replaces NEXTAUTH_SECRET', async () => {
    vi.stubEnv('NEXTAUTH_SECRET', SECRET)
    const sessionCookie = async (): Promise<string> => {
      const browser = new Browser(createApp({ secret: undefined }))
      await browser.post(`${BASE}/callback/credentials`, { email: 'a@example.com', password: 'right' })
      return browser.cookiesFor(ORIGIN)
    }
    const cookies = await sessionCookie()
    const hasSession = async (cookie: string): Promise<boolean> => {
      const request = new Request(`${BASE}/session`, { headers: { cookie } })
      return (await (await Auth(request, createApp({ secret: undefined }).config)).json()) !== null
    }
    expect(await hasSession(cookies)).toBe(true)
    vi.stubEnv('AUTH_SECRET', 'another secret that is long enough as well')
    expect(await hasSession(cookies)).toBe(false)
    vi.stubEnv('AUTH_SECRET_1', SECRET)
    expect(await hasSession(cookies)).toBe(true)
  })

  // proves ENV-7
  it('may lack AUTH_SECRET in development: sessions work, with one warning', async () => {
    const app = createApp({ secret: undefined })
    const browser = new Browser(app)
    await browser.post(`${BASE}/callback/credentials`, { email: 'a@example.com', password: 'right' })
    expect(await (await browser.get(`${BASE}/session`)).json()).not.toBeNull()
    expect(app.log.filter(({ level }) => level === 'warn')).toEqual([
      { level: 'warn', entry: 'development-secret', details: [expect.stringContaining('AUTH_SECRET')] },
    ])
  })

  // proves AUD-D11
  it('may lack AUTH_SECRET with one warning, even if each request creates a logger', async () => {
    const warnings: unknown[] = []
    for (let count = 0; count < 3; count++) {
      vi.resetModules()
      const { Auth: createdAgain } = await import('latchkey')
      const logger = { warn: (code: string) => warnings.push(code) }
      await createdAgain(new Request(`${BASE}/session`), { providers: [], trustHost: true, logger })
    }
    expect(warnings).toEqual(['development-secret'])
  })

  // proves ENV-9, LIM-3, P-CF-1
  it('warn about a short secret without logging it', () => {
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
  ])('AUTH_TRUST_HOST=%s trusts the host: %s', async (value, isTrusted) => {
    vi.stubEnv('NODE_ENV', 'production')
    vi.stubEnv('AUTH_TRUST_HOST', value)
    const response = await new Browser(createApp({ trustHost: undefined })).get(`${BASE}/session`)
    expect(response.status).toBe(isTrusted ? 200 : 500)
  })
})
