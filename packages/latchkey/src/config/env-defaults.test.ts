import { describe, expect, it } from 'vitest'
import GitHub from '../providers/github.ts'
import Google from '../providers/google.ts'
import type { ReadonlyAuthConfig } from '../types/config.ts'
import type { EmailConfig } from '../types/providers/email.ts'
import type { OAuth2Config } from '../types/providers/oauth.ts'
import type { Provider } from '../types/providers/provider.ts'
import { setEnvDefaults } from './env-defaults.ts'

const plain: OAuth2Config = { id: 'my-idp', name: 'Mine', type: 'oauth', clientSecret: 'configured' }
const mail: EmailConfig = {
  id: 'my-mail',
  name: 'Mail',
  type: 'email',
  sendVerificationRequest: () => undefined,
}

/**
 * Returns a configuration with an environment's defaults, and the logged warnings.
 */
function withDefaults(
  env: object,
  config: Partial<ReadonlyAuthConfig> = {},
  ...more: [suppressBasePathWarning?: boolean]
): ReadonlyAuthConfig & { warnings: string[] } {
  const warnings: string[] = []
  const result: ReadonlyAuthConfig = {
    providers: [],
    logger: { warn: (code) => warnings.push(code) },
    ...config,
  }
  setEnvDefaults(env, result, ...more)
  return { ...result, warnings }
}

describe('setEnvDefaults', () => {
  // proves §9.1
  it.each([
    { env: {}, basePath: undefined, expected: '/auth' },
    { env: { AUTH_URL: 'https://app.test' }, basePath: undefined, expected: '/' },
    { env: { AUTH_URL: 'https://app.test/api/auth' }, basePath: undefined, expected: '/api/auth' },
    { env: { AUTH_URL: 'app.test' }, basePath: undefined, expected: '/auth' },
    { env: { AUTH_URL: 'https://app.test/api/auth' }, basePath: '/x', expected: '/x' },
  ])(
    'sets `basePath` to $expected for AUTH_URL=$env.AUTH_URL and the option $basePath',
    ({ env, basePath, expected }) => {
      expect(withDefaults(env, { basePath }).basePath).toBe(expected)
    },
  )

  // proves §9.1
  it('warns about a second base path unless the warning is suppressed', () => {
    const env = { AUTH_URL: 'https://app.test/api/auth' }
    expect(withDefaults(env, { basePath: '/api/auth' }).warnings).toEqual(['env-url-basepath-redundant'])
    expect(withDefaults(env, { basePath: '/api/auth' }, true).warnings).toEqual([])
    expect(withDefaults(env).warnings).toEqual([])
    expect(withDefaults({ AUTH_URL: 'https://app.test' }, { basePath: '/auth' }).warnings).toEqual([])
  })

  // proves §9.1 a
  it('lists the secrets in descending order', () => {
    const env = { AUTH_SECRET: 'zero', AUTH_SECRET_1: 'one', AUTH_SECRET_3: 'three' }
    expect(withDefaults(env).secret).toEqual(['three', 'one', 'zero'])
    expect(withDefaults(env, { secret: [] }).secret).toEqual(['three', 'one', 'zero'])
    expect(withDefaults(env, { secret: 'configured' }).secret).toBe('configured')
    expect(withDefaults({}).secret).toEqual([])
  })

  // proves §9.1 b, ENV-5
  it('sets `redirectProxyUrl` from the environment', () => {
    const env = { AUTH_REDIRECT_PROXY_URL: 'https://proxy.test/auth' }
    expect(withDefaults(env).redirectProxyUrl).toBe('https://proxy.test/auth')
    expect(withDefaults(env, { redirectProxyUrl: 'https://other.test/auth' }).redirectProxyUrl).toBe(
      'https://other.test/auth',
    )
  })

  // proves §9.1 c, §20 Q-6
  it.each([
    [{}, true],
    [{ NODE_ENV: 'production' }, false],
    [{ NODE_ENV: 'production', AUTH_URL: 'https://app.test' }, true],
    [{ NODE_ENV: 'production', AUTH_TRUST_HOST: 'true' }, true],
    [{ NODE_ENV: 'production', VERCEL: '1' }, true],
    [{ NODE_ENV: 'production', CF_PAGES: '1' }, true],
    [{ AUTH_TRUST_HOST: 'false' }, false],
    [{ NODE_ENV: 'production', VERCEL: '0' }, false],
    [{ NODE_ENV: 'production', AUTH_URL: '' }, false],
  ])('with the environment %j sets `trustHost` to %s', (env, expected) => {
    expect(withDefaults(env).trustHost).toBe(expected)
    expect(withDefaults(env, { trustHost: !expected }).trustHost).toBe(!expected)
  })

  // proves §9.1 d, §9.1 e, ENV-3, ENV-4
  it('sets the missing options of every provider', () => {
    const env = {
      AUTH_GITHUB_ID: 'gh',
      AUTH_GITHUB_SECRET: 'gh secret',
      AUTH_GOOGLE_ID: 'go',
      AUTH_MY_IDP_ID: 'mine',
      AUTH_MY_IDP_SECRET: 'from the environment',
      AUTH_MY_IDP_ISSUER: 'https://id.test',
      AUTH_MY_MAIL_KEY: 'key',
      AUTH_MY_MAIL_FROM: 'no-reply@app.test',
    }
    const { providers } = withDefaults(env, {
      providers: [GitHub, Google({ clientId: 'configured' }), plain, mail],
    })
    expect(providers).toMatchObject([
      { id: 'github', clientId: 'gh', clientSecret: 'gh secret', issuer: 'https://github.com/login/oauth' },
      { id: 'google', clientId: 'configured', issuer: 'https://accounts.google.com' },
      { id: 'my-idp', clientId: 'mine', clientSecret: 'configured', issuer: 'https://id.test' },
      { id: 'my-mail', apiKey: 'key', from: 'no-reply@app.test' },
    ])
  })

  // proves §20 Q-5
  it('does not change the given providers', () => {
    const frozen = Object.freeze({ ...plain })
    const entries: readonly Provider[] = Object.freeze([frozen])
    const { providers } = withDefaults({ AUTH_MY_IDP_ID: 'mine' }, { providers: entries })
    expect(providers[0]).toMatchObject({ clientId: 'mine' })
    expect(entries).toEqual([plain])
  })
})
