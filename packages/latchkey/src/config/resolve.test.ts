import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AuthConfig } from '../types/config.ts'
import { resolveConfig } from './resolve.ts'

const preset = { basePath: '/auth' }

beforeEach(() => {
  for (const name of ['AUTH_URL', 'AUTH_SECRET', 'NEXTAUTH_URL', 'NEXTAUTH_SECRET'])
    vi.stubEnv(name, undefined)
  Reflect.deleteProperty(globalThis, Symbol.for('latchkey.logged'))
})
afterEach(() => {
  vi.unstubAllEnvs()
})

describe('a configuration', () => {
  it('is resolved once for each object', () => {
    const config: AuthConfig = { providers: [], logger: { warn: () => {} } }
    expect(resolveConfig(config, preset)).toBe(resolveConfig(config, preset))
    expect(resolveConfig(config, { basePath: '/api/auth' }).basePath).toBe('/api/auth')
    expect(resolveConfig({ ...config }, preset)).not.toBe(resolveConfig(config, preset))
  })

  // proves §2.4 1
  it('that a function creates again for each request warns once', async () => {
    const warnings: unknown[] = []
    const logger = { warn: (code: string) => warnings.push(code) }
    for (let count = 0; count < 3; count++)
      await resolveConfig({ providers: [], logger, debug: true }, preset).checkConfig()
    expect(warnings).toEqual(['development-secret', 'debug-enabled'])
  })

  // proves §9.1, §9.2
  it.each([
    {
      url: 'https://app.test/api/auth',
      basePath: '/x',
      expectsTwoPaths: undefined,
      expected: ['env-url-basepath-redundant'],
    },
    { url: 'https://app.test/api/auth', basePath: '/x', expectsTwoPaths: true, expected: [] },
    { url: 'https://app.test/x/', basePath: '/x', expectsTwoPaths: undefined, expected: [] },
    { url: 'https://app.test', basePath: '/x', expectsTwoPaths: undefined, expected: [] },
    { url: 'https://app.test/x', basePath: undefined, expectsTwoPaths: undefined, expected: [] },
  ] as const)(
    'logs the warnings $expected for AUTH_URL=$url, basePath $basePath, expectsTwoPaths $expectsTwoPaths',
    ({ url, basePath, expectsTwoPaths, expected }) => {
      vi.stubEnv('AUTH_URL', url)
      const warnings: string[] = []
      const logger = { warn: (code: string) => warnings.push(code) }
      resolveConfig(
        { providers: [], secret: 'x'.repeat(32), logger, basePath },
        { ...preset, expectsTwoPaths },
      )
      expect(warnings).toEqual(expected)
    },
  )

  // proves CFG-5, CFG-7, §9.1
  it.each([
    { options: {}, url: undefined, basePath: '/auth' },
    { options: {}, url: 'https://app.test', basePath: '/auth' },
    { options: {}, url: 'https://app.test/', basePath: '/auth' },
    { options: {}, url: 'https://app.test/api/auth', basePath: '/api/auth' },
    { options: { basePath: '/x/y' }, url: 'https://app.test/api/auth', basePath: '/x/y' },
    { options: { basePath: 'x/y/' }, url: undefined, basePath: '/x/y' },
    { options: { basePath: '/' }, url: undefined, basePath: '' },
  ])(
    'has its endpoints below "$basePath" for AUTH_URL=$url and the option $options.basePath',
    ({ options, url, basePath }) => {
      vi.stubEnv('AUTH_URL', url)
      expect(resolveConfig({ providers: [], logger: { warn: () => {} }, ...options }, preset).basePath).toBe(
        basePath,
      )
    },
  )

  // proves CFG-5, §9.2, §9.3
  it.each([
    { options: {}, url: undefined, basePath: '/shop/api/auth' },
    { options: {}, url: 'https://app.test', basePath: '/shop/api/auth' },
    { options: {}, url: 'https://app.test/shop', basePath: '/shop/api/auth' },
    { options: {}, url: 'https://app.test/shop/api/auth', basePath: '/shop/api/auth' },
    { options: {}, url: 'https://app.test/shop/account', basePath: '/shop/account' },
    {
      options: { basePath: '/account' },
      url: 'https://app.test/shop/api/auth',
      basePath: '/shop/account',
    },
    { options: { basePath: '/shop/account' }, url: undefined, basePath: '/shop/account' },
    { options: { basePath: '/shopping' }, url: undefined, basePath: '/shop/shopping' },
  ])(
    'has its endpoints below $basePath in a framework at /shop (AUTH_URL=$url, option $options.basePath)',
    ({ options, url, basePath }) => {
      vi.stubEnv('AUTH_URL', url)
      const inShop = { basePath: '/api/auth', frameworkPath: '/shop', expectsTwoPaths: true } as const
      expect(resolveConfig({ providers: [], logger: { warn: () => {} }, ...options }, inShop).basePath).toBe(
        basePath,
      )
    },
  )

  it('has its pages below the path of the framework, with or without that path in the option', () => {
    const pages = {
      signIn: '/login',
      error: '/shop/oops',
      signOut: 'https://other.test/bye',
      verifyRequest: '/api/auth/verify-request',
    }
    const config: AuthConfig = { providers: [], logger: { warn: () => {} }, pages }
    expect(resolveConfig(config, { basePath: '/api/auth', frameworkPath: '/shop' }).pages).toEqual({
      signIn: '/shop/login',
      error: '/shop/oops',
      signOut: 'https://other.test/bye',
    })
  })
})
