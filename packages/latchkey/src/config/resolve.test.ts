import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AuthConfig } from '../types/config.ts'
import { resolveConfig } from './resolve.ts'

const preset = { basePath: '/auth' }

beforeEach(() => {
  for (const name of ['AUTH_URL', 'AUTH_SECRET', 'NEXTAUTH_URL', 'NEXTAUTH_SECRET'])
    vi.stubEnv(name, undefined)
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
  it('that a function makes anew for every request warns once', () => {
    const warnings: unknown[] = []
    const logger = { warn: (code: string) => warnings.push(code) }
    for (let count = 0; count < 3; count++) resolveConfig({ providers: [], logger, debug: true }, preset)
    expect(warnings).toEqual(['development-secret', 'debug-enabled'])
  })

  // proves §9.1, §9.2
  it.each([
    ['https://app.test/api/auth', '/x', undefined, ['env-url-basepath-redundant']],
    ['https://app.test/api/auth', '/x', true, []],
    ['https://app.test/x/', '/x', undefined, []],
    ['https://app.test', '/x', undefined, []],
    ['https://app.test/x', undefined, undefined, []],
  ] as const)(
    'with AUTH_URL=%s and the base path %s, in a framework with a path of its own: %s, warns %j',
    (url, basePath, expectsTwoPaths, expected) => {
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
    [{}, undefined, '/auth'],
    [{}, 'https://app.test', '/auth'],
    [{}, 'https://app.test/', '/auth'],
    [{}, 'https://app.test/api/auth', '/api/auth'],
    [{ basePath: '/x/y' }, 'https://app.test/api/auth', '/x/y'],
    [{ basePath: 'x/y/' }, undefined, '/x/y'],
    [{ basePath: '/' }, undefined, ''],
  ])('%j with AUTH_URL=%s has its doors below %s', (options, url, basePath) => {
    vi.stubEnv('AUTH_URL', url)
    expect(resolveConfig({ providers: [], logger: { warn: () => {} }, ...options }, preset).basePath).toBe(
      basePath,
    )
  })

  // proves CFG-5, §9.2, §9.3
  it.each([
    [{}, undefined, '/shop/api/auth'],
    [{}, 'https://app.test', '/shop/api/auth'],
    [{}, 'https://app.test/shop', '/shop/api/auth'],
    [{}, 'https://app.test/shop/api/auth', '/shop/api/auth'],
    [{}, 'https://app.test/shop/doors', '/shop/doors'],
    [{ basePath: '/doors' }, 'https://app.test/shop/api/auth', '/shop/doors'],
    [{ basePath: '/shop/doors' }, undefined, '/shop/doors'],
    [{ basePath: '/shopping' }, undefined, '/shop/shopping'],
  ])('%j with AUTH_URL=%s, in a framework below /shop, has its doors below %s', (options, url, basePath) => {
    vi.stubEnv('AUTH_URL', url)
    const inShop = { basePath: '/api/auth', frameworkPath: '/shop', expectsTwoPaths: true } as const
    expect(resolveConfig({ providers: [], logger: { warn: () => {} }, ...options }, inShop).basePath).toBe(
      basePath,
    )
  })

  it('has its pages below the path of the framework, however they are written', () => {
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
