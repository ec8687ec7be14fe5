import { createApp, SECRET } from '@latchkey/test-support/kit/app.ts'
import { isolateEnvironment } from '@latchkey/test-support/kit/environment.ts'
import { Auth, type AuthConfig, createAuth, memoryStore, setEnvDefaults } from 'latchkey'
import { describe, expect, it, vi } from 'vitest'

isolateEnvironment()

type Headers = Record<string, string>

const PLAIN = 'http://10.0.0.5:8080/auth/providers'
const SPOOFED = { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https' }

/**
 * Returns the origin of the URLs that the application builds for a request, or the error that it
 * logs.
 */
async function originFor(
  config: Partial<AuthConfig>,
  headers: Headers,
  url = PLAIN,
): Promise<string | undefined> {
  const app = createApp({ trustHost: undefined, ...config })
  const response = await Auth(new Request(url, { headers }), app.config)
  if (response.status !== 200) return app.errors[0]
  const { credentials } = (await response.json()) as { credentials: { callbackUrl: string } }
  return new URL(credentials.callbackUrl).origin
}

describe('in development', () => {
  // proves AUD-F3
  it.each(['development', 'test'])('trusts `Host`, but no forwarded header (NODE_ENV=%s)', async (mode) => {
    vi.stubEnv('NODE_ENV', mode)
    expect(await originFor({}, { host: '192.168.1.5:3000' })).toBe('http://192.168.1.5:3000')
    expect(await originFor({}, { host: 'phone.test', ...SPOOFED })).toBe('http://phone.test')
    expect(await originFor({}, { host: 'localhost:3000', ...SPOOFED })).toBe('http://localhost:3000')
    expect(await originFor({}, { host: 'localhost:3000', 'x-forwarded-proto': 'javascript' })).toBe(
      'http://localhost:3000',
    )
  })

  // proves AUD-F3
  it('trusts forwarded headers with `trustHost` or AUTH_TRUST_HOST', async () => {
    vi.stubEnv('NODE_ENV', 'development')
    expect(await originFor({ trustHost: true }, { host: 'localhost:3000', ...SPOOFED })).toBe(
      'https://evil.test',
    )
    vi.stubEnv('AUTH_TRUST_HOST', 'true')
    expect(await originFor({}, { host: 'localhost:3000', ...SPOOFED })).toBe('https://evil.test')
  })
})

describe('without NODE_ENV', () => {
  // proves AUD-F3, P-HO-2
  it('trusts only loopback hosts, and no forwarded header', async () => {
    vi.stubEnv('NODE_ENV', undefined)
    expect(await originFor({}, { host: 'localhost:3000', ...SPOOFED })).toBe('http://localhost:3000')
    expect(await originFor({}, { host: '127.0.0.1:3000' })).toBe('http://127.0.0.1:3000')
    expect(await originFor({}, { host: 'evil.test' })).toBe('UntrustedHost')
    expect(await originFor({}, { host: 'evil.test', 'x-forwarded-host': 'localhost' })).toBe('UntrustedHost')
    expect(await originFor({}, {}, 'https://evil.test/auth/providers')).toBe('UntrustedHost')
  })

  // proves AUD-F3
  it('names both fixes in the error', async () => {
    vi.stubEnv('NODE_ENV', undefined)
    const app = createApp({ trustHost: undefined })
    await Auth(new Request(PLAIN, { headers: { host: '192.168.1.5:3000' } }), app.config)
    const message = String(app.log.find(({ level }) => level === 'error')?.entry)
    expect(message).toContain('"192.168.1.5:3000"')
    expect(message).toContain('NODE_ENV=development')
    expect(message).toContain('AUTH_URL=https://app.example.com')
  })
})

describe('the trust in a platform', () => {
  // proves AUD-F14
  it('covers only `Host` and the URL of the request on Cloudflare Pages', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    vi.stubEnv('CF_PAGES', '1')
    expect(await originFor({}, { host: 'app.pages.dev', ...SPOOFED })).toBe('https://app.pages.dev')
    expect(await originFor({}, SPOOFED, 'https://app.pages.dev/auth/providers')).toBe('https://app.pages.dev')
    expect(await originFor({}, { host: 'app.pages.dev', 'x-forwarded-proto': 'http' })).toBe(
      'https://app.pages.dev',
    )
  })

  // proves AUD-F14
  it('covers forwarded headers on Vercel, which replaces those of clients', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    vi.stubEnv('VERCEL', '1')
    const headers = { host: 'internal.test', 'x-forwarded-host': 'app.test', 'x-forwarded-proto': 'https' }
    expect(await originFor({}, headers)).toBe('https://app.test')
    expect(await originFor({}, { host: 'app.test' })).toBe('https://app.test')
    vi.stubEnv('AUTH_TRUST_HOST', 'false')
    expect(await originFor({}, headers)).toBe('UntrustedHost')
  })
})

describe('setEnvDefaults', () => {
  /** Returns the origin that a configuration has with the values of an environment. */
  async function originWith(env: object, headers: Headers): Promise<string | undefined> {
    vi.stubEnv('NODE_ENV', 'production')
    const config: AuthConfig = { providers: [], secret: SECRET, store: memoryStore(), logger: { error() {} } }
    setEnvDefaults(env, config)
    // A copy, as integrations make one.
    const auth = createAuth({ ...config }, { basePath: '/auth' })
    const response = await auth.handle(
      new Request(`https://internal.test${config.basePath}/signout`, { headers }),
    )
    return /action="(https?:\/\/[^/"]+)/.exec(await response.text())?.[1]
  }

  // proves AUD-F2
  it('pins the origin of AUTH_URL', async () => {
    const env = { NODE_ENV: 'production', AUTH_URL: 'https://app.test/auth' }
    expect(await originWith(env, { host: 'evil.test', ...SPOOFED })).toBe('https://app.test')
  })

  // proves AUD-F2, AUD-F3, AUD-F14
  it('trusts no more headers than the environment would', async () => {
    const spoofed = { host: 'app.pages.dev', ...SPOOFED }
    expect(await originWith({ CF_PAGES: '1', NODE_ENV: 'production' }, spoofed)).toBe('https://app.pages.dev')
    expect(await originWith({}, spoofed)).toBeUndefined()
    expect(await originWith({ NODE_ENV: 'development' }, spoofed)).toBe('https://app.pages.dev')
    expect(await originWith({ AUTH_TRUST_HOST: '1' }, spoofed)).toBe('https://evil.test')
  })
})

describe('trustedHosts', () => {
  const trustedHosts = ['app.test', '*.preview.test', 'http://intranet.test', 'http://*.lan.test:8080']

  // proves AUD-F19
  it.each([
    ['app.test', 'https://app.test'],
    ['APP.test', 'https://app.test'],
    ['a.preview.test', 'https://a.preview.test'],
    ['intranet.test', 'http://intranet.test'],
    ['one.lan.test:8080', 'http://one.lan.test:8080'],
  ])('accepts http for %s only if its entry says so', async (host, origin) => {
    expect(await originFor({ trustedHosts }, { host, 'x-forwarded-proto': 'http' })).toBe(origin)
    expect(await originFor({ trustedHosts }, { host })).toBe(origin)
    expect(await originFor({ trustedHosts }, { host, 'x-forwarded-proto': 'https' })).toBe(
      origin.replace('http:', 'https:'),
    )
  })

  // proves AUD-F19
  it('accepts http for a loopback host', async () => {
    expect(await originFor({ trustedHosts: ['localhost:3000'] }, { host: 'localhost:3000' })).toBe(
      'http://localhost:3000',
    )
  })

  // proves AUD-F4, P-HO-1
  it.each(['preview.test', 'a.b.preview.test', 'evil.test', 'app.test.evil.test', 'one.lan.test'])(
    'does not contain %s',
    async (host) => {
      expect(await originFor({ trustedHosts }, { host })).toBe('UntrustedHost')
    },
  )

  // proves AUD-F4
  it.each(['*.test', 'app.test/auth', 'ftp://app.test', '', 7])('rejects the entry %j', async (entry) => {
    const app = createApp({ trustHost: undefined, trustedHosts: ['app.test', entry as string] })
    await Auth(new Request(PLAIN, { headers: { host: 'app.test' } }), app.config)
    expect(app.log.find(({ level }) => level === 'error')?.entry).toMatchObject({
      type: 'InvalidOption',
      message: expect.stringContaining('`trustedHosts` contains'),
    })
  })
})

describe('a host with characters that a URL may have', () => {
  // proves P-HO-1
  it.each(['my_app:3000', 'tenant_a.example.com', '_.example.com', 'a_', 'a_b-c.d:8443', '[::1]:3000'])(
    'is accepted: %s',
    async (host) => {
      vi.stubEnv('NODE_ENV', 'development')
      expect(await originFor({}, { host })).toBe(`http://${host}`)
      const forwarded = { host: 'proxy', 'x-forwarded-host': host, 'x-forwarded-proto': 'https' }
      expect(await originFor({ trustHost: true }, forwarded)).toBe(`https://${host}`)
      const listed = await originFor({ trustedHosts: [`http://${host}`] }, { host })
      expect(listed).toBe(`http://${host}`)
      expect(await originFor({ baseUrl: `http://${host}/auth` }, { host })).toBe(`http://${host}`)
    },
  )

  it.each([
    ['Host', { host: 'a$b.test' }],
    ['Host', { host: 'app.test.' }],
    ['X-Forwarded-Host', { host: 'app.test', 'x-forwarded-host': 'one.test, two.test' }],
    ['X-Forwarded-Proto', { host: 'app.test', 'x-forwarded-proto': 'https, http' }],
  ] as [string, Headers][])('is quoted in the log if it is rejected: %s %o', async (name, headers) => {
    const app = createApp({ trustHost: true })
    expect((await Auth(new Request(PLAIN, { headers }), app.config)).status).toBe(400)
    const refused = headers[name.toLowerCase()]
    expect(app.log.at(-1)?.entry).toMatchObject({
      type: 'BadRequest',
      message: expect.stringContaining(`\`${name}: ${refused}\` is not valid`),
    })
  })

  it('may be the domain of a cookie', async () => {
    const cookies = { sessionToken: { options: { domain: 'tenant_a.example.com' } } }
    expect(await originFor({ cookies, trustHost: true }, { host: 'tenant_a.example.com' })).toBe(
      'http://tenant_a.example.com',
    )
  })
})

describe('a request that came by https', () => {
  // proves AUD-D6, P-CK-2
  it('stays https with any value of `X-Forwarded-Proto`', async () => {
    const url = 'https://app.test/auth/providers'
    expect(await originFor({ trustHost: true }, { 'x-forwarded-proto': 'http' }, url)).toBe(
      'https://app.test',
    )
    expect(await originFor({ trustHost: true }, { 'x-forwarded-proto': 'javascript' }, url)).toBe(
      'BadRequest',
    )
    expect(await originFor({ trustHost: true }, { 'x-forwarded-proto': 'http' })).toBe('http://10.0.0.5:8080')
  })
})
