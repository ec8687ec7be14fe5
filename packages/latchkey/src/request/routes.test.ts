import { describe, expect, it } from 'vitest'
import { resolveConfig } from '../config/resolve.ts'
import type { ResolvedAuth } from '../contract/context.ts'
import type { AuthConfig } from '../types/config.ts'
import { isAuthAction, isEndpointPath } from './action-names.ts'
import { handle } from './handle.ts'
import { routes } from './routes.ts'

function authWith(config: Partial<AuthConfig>): ResolvedAuth {
  const complete = {
    providers: [],
    secret: 'a secret of at least 32 characters',
    baseUrl: 'https://app.test',
  }
  return resolveConfig({ ...complete, ...config }, { basePath: '/auth' })
}

describe('isEndpointPath', () => {
  // proves AUD-F13
  it.each([
    { basePath: '/auth', path: '/auth/signin', expected: true },
    { basePath: '/auth', path: '/auth/callback/github', expected: true },
    { basePath: '/auth', path: '/auth/signout/', expected: true },
    { basePath: '/auth', path: '/auth/session/undefined', expected: true },
    { basePath: '/auth', path: '/auth/session/users', expected: false },
    { basePath: '/auth', path: '/auth/callback/github/users', expected: false },
    { basePath: '/auth', path: '/auth/account', expected: false },
    { basePath: '/auth', path: '/auth', expected: false },
    { basePath: '/auth', path: '/authors/signin', expected: false },
    { basePath: '', path: '/signin', expected: true },
    { basePath: '', path: '/account', expected: false },
    { basePath: '', path: '/', expected: false },
  ])('is $expected for $path and the base path "$basePath"', ({ basePath, path, expected }) => {
    expect(isEndpointPath(authWith({}), path, basePath)).toBe(expected)
  })

  it('leaves `verify` to the application that needs no such endpoint', async () => {
    const [without, withSecurity] = [authWith({}), authWith({ account: { security: true } })]
    expect([without, withSecurity].map((auth) => isEndpointPath(auth, '/auth/verify'))).toEqual([false, true])
    const request = new Request('https://app.test/auth/verify', { headers: { accept: 'application/json' } })
    expect((await handle(without, request)).status).toBe(404)
    expect((await handle(withSecurity, request)).status).toBe(401)
  })
})

describe('isAuthAction', () => {
  // proves §1, §2.2
  it.each(['callback', 'csrf', 'error', 'providers', 'session', 'signin', 'signout', 'verify-request'])(
    'accepts %s',
    (text) => {
      expect(isAuthAction(text)).toBe(true)
    },
  )

  // proves §1, §2.2
  it.each(['', 'sign-in', 'Signin', 'signin/github', '/signin', 'constructor', '__proto__'])(
    'rejects %j',
    (text) => {
      expect(isAuthAction(text)).toBe(false)
    },
  )

  // proves §2.2
  it('accepts the action of every route', () => {
    expect(routes.map(({ action }) => action).filter((action) => !isAuthAction(action))).toEqual([])
    const auth = authWith({ account: true })
    for (const { action } of routes) {
      const takesProvider = routes.some((route) => route.action === action && route.provider)
      expect(isEndpointPath(auth, `/auth/${action}/idp`), action).toBe(takesProvider)
    }
  })
})
