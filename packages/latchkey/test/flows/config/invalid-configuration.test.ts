import { BASE, createApp, ORIGIN, passwordProvider } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { isolateEnvironment } from '@latchkey/test-support/kit/environment.ts'
import { type AuthConfig, createAuth } from 'latchkey'
import Keycloak from 'latchkey/providers/keycloak'
import { describe, expect, it, vi } from 'vitest'

isolateEnvironment()

/**
 * Returns the error with which a configuration fails. Expects that server code gets it, that
 * scripts and pages get a 500 without details, and that nothing else is logged.
 */
async function findProblem(config: Partial<AuthConfig>): Promise<{ type: string; message: string }> {
  const app = createApp(config)
  const browser = new Browser(app)
  const request = { headers: new Headers({ host: 'app.test' }) }
  const failure: unknown = await createAuth(app.config)
    .session(request)
    .catch((error: unknown) => error)
  for (const action of ['session', 'csrf', 'providers']) {
    const response = await browser.get(`${BASE}/${action}`)
    expect(response.status).toBe(500)
    expect(await response.json()).toEqual({
      error: 'Configuration',
      message: expect.any(String),
      reference: expect.any(String),
    })
  }
  const page = await browser.get(`${BASE}/signin`)
  expect(page.status).toBe(500)
  expect(await page.text()).toContain('Something went wrong')
  expect(browser.cookies(ORIGIN)).toEqual([])
  expect(new Set(app.errors).size).toBe(1)
  return failure as { type: string; message: string }
}

describe('an invalid configuration', () => {
  // proves ENV-7, ERR-12, AUTHN-1, P-CF-1, §2.4, §2.4 3, §2.4 a, §2.4 b, §14 MissingSecret
  it('requires a secret in production', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    const { type, message } = await findProblem({ secret: undefined })
    expect(type).toBe('MissingSecret')
    expect(message).toContain('`AUTH_SECRET` is not set. Set it to')
    expect((await findProblem({ secret: [] })).type).toBe('MissingSecret')
    expect((await findProblem({ secret: '' })).type).toBe('MissingSecret')
  })

  // proves CFG-39, ENV-6, P-HO-1, P-HO-4, §2.4 2, §2.4 a, §2.4 b, §14 UntrustedHost
  it('requires a trusted host', async () => {
    const { type, message } = await findProblem({ trustHost: false })
    expect(type).toBe('UntrustedHost')
    expect(message).toContain('Set AUTH_URL')
    vi.stubEnv('NODE_ENV', 'production')
    expect((await findProblem({ trustHost: undefined })).type).toBe('UntrustedHost')
    expect((await findProblem({ trustHost: undefined, trustedHosts: ['other.test'] })).type).toBe(
      'UntrustedHost',
    )
  })

  it.each([
    { oauth: 0 },
    { oauth: Number.NaN },
    { email: Number.POSITIVE_INFINITY },
    { email: 301 },
    { email: '10' as unknown as number },
    { adapter: 0 },
    { store: -1 },
    { store: true as unknown as number },
    { oauth: false as unknown as number },
  ])('requires time limits in seconds: %o', async (timeouts) => {
    const { type, message } = await findProblem({ timeouts })
    expect(type).toBe('InvalidOption')
    expect(message).toContain(`\`timeouts.${Object.keys(timeouts)[0]}\` is not a number of seconds.`)
  })

  // proves §2.4 6, §2.4 11, §8.2 f, §14 InvalidEndpoints, §14 MissingAuthorize
  it.each<{ name: string; providers: unknown[]; type: string; hint: string }>([
    {
      name: 'an OpenID Connect provider without an issuer',
      providers: [Keycloak({ clientId: 'x', clientSecret: 'y' })],
      type: 'InvalidEndpoints',
      hint: 'AUTH_KEYCLOAK_ISSUER',
    },
    {
      name: 'an OAuth provider without an endpoint',
      providers: [
        {
          id: 'x',
          name: 'X',
          type: 'oauth',
          clientId: 'x',
          authorization: 'https://x.test/a',
          userinfo: 'https://x.test/u',
        },
      ],
      type: 'InvalidEndpoints',
      hint: '`token`',
    },
    {
      name: 'two providers with one id',
      providers: [passwordProvider, passwordProvider],
      type: 'InvalidProvider',
      hint: 'credentials',
    },
    {
      name: 'an id that is not a URL segment',
      providers: [{ ...passwordProvider, id: '../x' }],
      type: 'InvalidProvider',
      hint: '"../x"',
    },
    {
      name: 'credentials without authorize',
      providers: [{ ...passwordProvider, authorize: undefined }],
      type: 'MissingAuthorize',
      hint: 'authorize',
    },
  ])('rejects $name', async ({ providers, type, hint }) => {
    const problem = await findProblem({ providers: providers as AuthConfig['providers'] })
    expect(problem.type).toBe(type)
    expect(problem.message).toContain(hint)
  })

  // proves P-HO-1
  it('rejects a baseUrl that is not a URL', async () => {
    expect(await findProblem({ baseUrl: 'app.example.com' })).toMatchObject({
      type: 'InvalidOption',
      message: expect.stringContaining('https://app.example.com'),
    })
  })

  // proves P-RD-2
  it.each([
    ['session.maxAge', { session: { maxAge: Number.NaN } }],
    ['session.maxAge', { session: { maxAge: 0 } }],
    ['session.maxAge', { session: { maxAge: '3600' as unknown as number } }],
    ['session.updateAge', { session: { updateAge: -1 } }],
    ['pages.error', { pages: { error: 'https://' } }],
    ['pages.signIn', { pages: { signIn: '//evil.test' } }],
    ['cookiePrefix', { cookiePrefix: 'a b' }],
    ['cookies', { cookies: { sessionToken: { name: 'a=b' } } }],
    [
      "cookies.sessionToken.options`: A cookie's path",
      { cookies: { sessionToken: { options: { path: '/a;b' } } } },
    ],
    [
      "cookies.csrfToken.options`: A cookie's domain",
      { cookies: { csrfToken: { options: { domain: 'app test' } } } },
    ],
    [
      "cookies.callbackUrl.options`: A cookie's maxAge",
      { cookies: { callbackUrl: { options: { maxAge: 0.5 } } } },
    ],
    [
      "cookies.transaction.options`: A cookie's sameSite",
      { cookies: { transaction: { options: { sameSite: 'loose' as 'lax' } } } },
    ],
    [
      "cookies.sessionToken.options`: A cookie's priority",
      { cookies: { sessionToken: { options: { priority: 'urgent' as 'high' } } } },
    ],
    [
      "cookies.sessionToken.options`: A cookie's expires",
      { cookies: { sessionToken: { options: { expires: new Date(Number.NaN) } } } },
    ],
  ] as [string, Partial<AuthConfig>][])('rejects an invalid %s', async (name, config) => {
    expect(await findProblem(config)).toMatchObject({
      type: 'InvalidOption',
      message: expect.stringContaining(name),
    })
  })

  // proves §8.1
  it.each([
    ['false', false, 'Entry 1 of `providers` is not a provider'],
    ['a string', 'github', 'Entry 1 of `providers` is not a provider'],
    [
      'a factory that throws',
      () => {
        throw new Error('no tenant')
      },
      'Entry 1 of `providers` threw: no tenant',
    ],
  ])('rejects %s in the list of providers', async (_, entry, message) => {
    const problem = await findProblem({ providers: [passwordProvider, entry as never] })
    expect(problem).toMatchObject({ type: 'InvalidProvider', message: expect.stringContaining(message) })
  })

  // proves SES-1, §2.4 12, §2.4 15, §7.3 a, §14 MissingAdapter, §14 MissingAdapterMethods
  // proves §14 UnsupportedStrategy, §20 Q-4
  it('rejects database sessions with an adapter that is missing or incomplete', async () => {
    expect((await findProblem({ session: { strategy: 'database' } })).type).toBe('MissingAdapter')
    expect((await findProblem({ session: { strategy: 'cookie' as 'jwt' } })).type).toBe('UnsupportedStrategy')
    const { type, message } = await findProblem({ adapter: { getUser: () => null } })
    expect({ type, message }).toEqual({
      type: 'MissingAdapterMethods',
      message: expect.stringContaining('createUser, getUserByEmail'),
    })
    expect(
      (await findProblem({ adapter: { getUser: () => null }, session: { strategy: 'jwt' } })).message,
    ).not.toContain('createSession')
  })
})

describe('a configuration with an unknown option', () => {
  it('works, and logs one warning with the nearest name', async () => {
    const app = createApp({ paegs: {} } as Partial<AuthConfig>)
    const browser = new Browser(app)
    for (let count = 0; count < 2; count++) expect((await browser.get(`${BASE}/session`)).status).toBe(200)
    expect(app.log.filter(({ level }) => level !== 'debug')).toEqual([
      {
        level: 'warn',
        entry: 'unknown-option',
        details: ['`paegs` is not an option of Latchkey. Did you mean `pages`?'],
      },
    ])
  })

  it.each([
    ['callback', 'callbacks', { callback: { authorized: () => false } }],
    ['callbacks.authorize', 'callbacks.authorized', { callbacks: { authorize: () => false } }],
    ['trustedHost', 'trustedHosts', { trustedHost: ['app.test'] }],
    ['session.maxage', 'session.maxAge', { session: { maxage: 60 } }],
    ['limit', 'limits', { limit: {} }],
  ])('is invalid if `%s` is a misspelling of `%s`, which protects users', async (name, nearest, config) => {
    expect(await findProblem(config as Partial<AuthConfig>)).toMatchObject({
      type: 'InvalidOption',
      message: `\`${name}\` is not an option of Latchkey. Did you mean \`${nearest}\`?`,
    })
  })

  it('logs the warning also if the configuration is invalid, which may have the same cause', async () => {
    const app = createApp({ secrets: 'x'.repeat(32), pages: { signIn: 'login' } } as Partial<AuthConfig>)
    await new Browser(app).get(`${BASE}/session`)
    expect(app.log.map(({ entry }) => entry)).toContain('unknown-option')
  })
})
