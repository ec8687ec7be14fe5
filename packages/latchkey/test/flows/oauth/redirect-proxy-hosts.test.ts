import { type App, createApp, createIdp, oidcFor, SECRET } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { isolateEnvironment } from '@latchkey/test-support/kit/environment.ts'
import type { AuthConfig } from 'latchkey'
import { encode } from 'latchkey/jwt'
import { describe, expect, it, vi } from 'vitest'

isolateEnvironment()

/** Returns where a proxy in production forwards a response, or the error that it logs. */
async function forwardedTo(
  host: string,
  target: string,
  config: Partial<AuthConfig> = {},
): Promise<string | undefined> {
  const origin = `https://${host}`
  const app = createApp(
    {
      providers: [oidcFor(createIdp())],
      baseUrl: origin,
      redirectProxyUrl: `${origin}/auth`,
      ...config,
    },
    origin,
  )
  const state = await encode({
    token: { random: 'r', origin: `${target}/auth/callback/idp` },
    secret: SECRET,
    salt: 'encodedState',
    maxAge: 900,
  })
  const query = new URLSearchParams({ code: 'c', state })
  const response = await new Browser(app).get(`${origin}/auth/callback/idp?${query}`)
  const location = new URL(response.headers.get('location') ?? '')
  return location.origin === origin ? findError(app) : location.origin
}

function findError(app: App): string | undefined {
  return (app.log.find(({ level }) => level === 'error')?.entry as Error | undefined)?.message
}

describe('a redirect proxy in production without `redirectProxyTargets`', () => {
  // proves AUD-F4, AUD-D2, P-OA-13
  it.each([
    ['auth.example.com', 'https://pr-1.example.com'],
    ['auth.example.com', 'https://pr-1.preview.example.com'],
    ['auth.example.com', 'https://example.com'],
    ['auth.example.com', 'https://pr-1.example.com:8443'],
    ['auth.example.com', 'https://pr-1.auth.example.com'],
    ['example.com', 'https://pr-1.example.com'],
    ['www.example.co.uk', 'https://pr-1.example.co.uk'],
    ['auth.acme.io', 'https://pr-1.acme.io'],
    ['auth.acme.co.jp', 'https://pr-1.acme.co.jp'],
    ['app.vercel.app', 'https://pr-1.app.vercel.app'],
    ['localhost', 'https://localhost:3001'],
  ])('at %s forwards to %s', async (host, target) => {
    vi.stubEnv('NODE_ENV', 'production')
    expect(await forwardedTo(host, target)).toBe(target)
  })

  // proves AUD-F4, AUD-D2, P-OA-13
  it.each([
    ['auth.example.com', 'https://evil.test'],
    ['auth.example.com', 'https://evilexample.com'],
    ['auth.example.com', 'https://example.com.evil.test'],
    ['auth.example.com', 'https://pr-1.example.com.'],
    ['auth.example.com', 'http://localhost:3000'],
    ['example.com', 'https://evil.com'],
    ['example.co.uk', 'https://evil.co.uk'],
    ['example.com.au', 'https://evil.com.au'],
    ['example.school.nz', 'https://evil.school.nz'],
    ['example.shibuya.tokyo.jp', 'https://evil.shibuya.tokyo.jp'],
    ['app.vercel.app', 'https://evil.vercel.app'],
    ['app.azurefd.net', 'https://evil.azurefd.net'],
    ['app.pages.dev', 'https://evil.pages.dev'],
    ['app.us-east-1.elasticbeanstalk.com', 'https://evil.us-east-1.elasticbeanstalk.com'],
    ['192.0.2.1', 'https://198.0.2.1'],
    ['[2001:db8::1]', 'https://[2001:db8::2]'],
    ['intranet', 'https://evil'],
  ])('at %s does not forward to %s', async (host, target) => {
    vi.stubEnv('NODE_ENV', 'production')
    const message = await forwardedTo(host, target)
    expect(message).toContain(new URL(target).host)
    expect(message).toContain("redirectProxyTargets: ['")
  })

  // proves AUD-F4, AUD-D2
  it('treats a missing NODE_ENV as production, and forwards to any host in development', async () => {
    vi.stubEnv('NODE_ENV', undefined)
    expect(await forwardedTo('auth.example.com', 'https://evil.test')).toContain('evil.test')
    vi.stubEnv('NODE_ENV', 'development')
    expect(await forwardedTo('auth.example.com', 'https://other.test')).toBe('https://other.test')
  })

  // proves AUD-F4
  it('forwards to a host on another domain if the list contains it', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    const config = { redirectProxyTargets: ['*.vercel.app'] }
    expect(await forwardedTo('auth.example.com', 'https://pr-1.vercel.app', config)).toBe(
      'https://pr-1.vercel.app',
    )
  })

  const listWarnings = async (config: Partial<AuthConfig>): Promise<unknown[]> => {
    const providers = [oidcFor(createIdp())]
    const app = createApp({ providers, redirectProxyUrl: 'https://auth.example.com/auth', ...config })
    await new Browser(app).get(`${app.origin}/auth/session`)
    return app.log.filter(({ level }) => level === 'warn').map(({ entry, details }) => [entry, ...details])
  }
  const baseUrl = 'https://auth.example.com'

  // proves AUD-F4
  it('logs a warning with the first request', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    const warning = ['redirect-proxy-targets', expect.stringContaining('example.com')]
    expect(await listWarnings({ baseUrl })).toEqual([warning])
    expect(await listWarnings({ baseUrl })).toEqual([])
  })

  // proves AUD-F4
  it.each([
    ['with a list', { baseUrl, redirectProxyTargets: [] }, 'production'],
    ['at another deployment', { baseUrl: 'https://pr-1.example.com' }, 'production'],
    ['in development', { baseUrl }, 'development'],
    ['without a proxy', { baseUrl, redirectProxyUrl: undefined }, 'production'],
  ])('logs no warning %s', async (_, config, mode) => {
    vi.stubEnv('NODE_ENV', mode)
    expect(await listWarnings(config)).toEqual([])
  })
})

describe('a deployment behind a redirect proxy', () => {
  /** Returns where a sign-in goes, and the error that was logged. */
  async function start(config: Partial<AuthConfig>): Promise<[string, string | undefined]> {
    const app = createApp({
      providers: [oidcFor(createIdp())],
      redirectProxyUrl: 'https://auth.example.com/auth',
      ...config,
    })
    const response = await new Browser(app).post(`${app.origin}/auth/signin/idp`)
    const { origin, searchParams } = new URL(response.headers.get('location') ?? '')
    return [searchParams.get('error') ?? origin, findError(app)]
  }

  // proves AUD-F4, AUD-D2
  it.each(['production', undefined])(
    'does not seal an address that any client can send (NODE_ENV=%s)',
    async (mode) => {
      vi.stubEnv('NODE_ENV', mode)
      const advice = expect.stringMatching(/Set AUTH_URL.*`trustedHosts:/)
      expect(await start({ trustHost: true })).toEqual(['Configuration', advice])
      vi.stubEnv('AUTH_TRUST_HOST', 'true')
      expect(await start({ trustHost: undefined })).toEqual(['Configuration', advice])
      vi.stubEnv('CF_PAGES', '1')
      expect(await start({ trustHost: undefined })).toEqual(['Configuration', advice])
    },
  )

  // proves AUD-F4
  it.each<[string, Partial<AuthConfig>, Record<string, string>]>([
    ['`baseUrl`', { baseUrl: 'https://app.test' }, {}],
    ['`trustedHosts`', { trustedHosts: ['app.test'] }, {}],
    ['Vercel', { trustHost: undefined }, { VERCEL: '1' }],
    ['Vercel with `trustHost`', { trustHost: true }, { VERCEL: '1' }],
    ['Cloudflare Pages', { trustHost: undefined }, { CF_PAGES: '1' }],
    ['development', { trustHost: true }, { NODE_ENV: 'development' }],
  ])('seals an address that comes from %s', async (_, config, env) => {
    for (const [name, value] of Object.entries({ NODE_ENV: 'production', ...env })) vi.stubEnv(name, value)
    expect(await start(config)).toEqual(['https://id.test', undefined])
  })

  // proves AUD-F4
  it('signs in without the proxy, regardless of the source of the address', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    expect(await start({ trustHost: true, redirectProxyUrl: undefined })).toEqual([
      'https://id.test',
      undefined,
    ])
  })
})
