import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import GitHub from '../providers/github.ts'
import { readEnvironment } from './env.ts'
import { readProviderEnvironment } from './provider-env.ts'
import { resolveConfig } from './resolve.ts'

const SECRET = 'a secret that is long enough for every test here'

beforeEach(() => {
  Reflect.deleteProperty(globalThis, Symbol.for('latchkey.logged'))
})
afterEach(() => vi.unstubAllEnvs())

describe('a variable with white space at its ends', () => {
  it('is read without the white space', () => {
    expect(
      readEnvironment({
        AUTH_URL: ' https://app.test\n',
        AUTH_REDIRECT_PROXY_URL: 'https://proxy.test/auth\r\n',
        AUTH_COOKIE_PREFIX: 'authjs\n',
        AUTH_TRUST_HOST: 'true\n',
      }),
    ).toMatchObject({
      url: 'https://app.test',
      redirectProxyUrl: 'https://proxy.test/auth',
      cookiePrefix: 'authjs',
      hostTrust: { headers: 'forwarded' },
    })
    const variables = {
      AUTH_GITHUB_ID: 'id\n',
      AUTH_GITHUB_SECRET: '\tsecret\r\n',
      AUTH_GITHUB_ISSUER: ' \n',
    }
    expect(readProviderEnvironment(variables, { id: 'github' })).toEqual({
      clientId: 'id',
      clientSecret: 'secret',
    })
  })

  it('keeps the secret that encrypts, and also decrypts without white space', () => {
    const { secrets } = readEnvironment({ AUTH_SECRET: `${SECRET}\n`, AUTH_SECRET_1: 'newer' })
    expect(secrets).toEqual(['newer', `${SECRET}\n`, SECRET])
  })

  it('counts as not set if the runtime returns something other than text', () => {
    const variables = { AUTH_URL: {}, AUTH_GITHUB_ID: {} } as never
    expect(readEnvironment(variables).url).toBeUndefined()
    expect(readProviderEnvironment(variables, { id: 'github' })).toEqual({})
  })
})

describe('a variable in quotes', () => {
  it('causes one warning with its name, and never its value', async () => {
    vi.stubEnv('AUTH_GITHUB_ID', '"client-of-acme"\n')
    vi.stubEnv('AUTH_GITHUB_SECRET', "'hunter2'")
    vi.stubEnv('AUTH_SECRET', SECRET)
    const warnings: unknown[] = []
    const logger = { warn: (...entry: unknown[]) => warnings.push(entry), error: () => {} }
    for (let count = 0; count < 2; count++)
      await resolveConfig({ providers: [GitHub], logger }, { basePath: '/auth' }).checkConfig()
    // The variables of a worker have no order.
    expect(warnings.sort()).toEqual([
      ['quoted-variable', 'AUTH_GITHUB_ID is set in quotes, which become part of its value. Remove them.'],
      [
        'quoted-variable',
        'AUTH_GITHUB_SECRET is set in quotes, which become part of its value. Remove them.',
      ],
    ])
  })
})
