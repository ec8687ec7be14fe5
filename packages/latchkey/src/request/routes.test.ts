import { describe, expect, it } from 'vitest'
import { isAuthAction } from './action-names.ts'
import { routes } from './routes.ts'

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
  })
})
