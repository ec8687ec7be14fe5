import { describe, expect, it } from 'vitest'
import { isAuthAction, isEndpointPath } from './action-names.ts'
import { routes } from './routes.ts'

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
    expect(isEndpointPath(basePath, path)).toBe(expected)
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
    for (const { action } of routes) {
      const takesProvider = routes.some((route) => route.action === action && route.provider)
      expect(isEndpointPath('/auth', `/auth/${action}/idp`), action).toBe(takesProvider)
    }
  })
})
