import { describe, expect, it } from 'vitest'
import { isAuthAction } from './action-names.ts'
import { routes } from './routes.ts'

describe('an action', () => {
  // proves §1, §2.2
  it.each(['callback', 'csrf', 'error', 'providers', 'session', 'signin', 'signout', 'verify-request'])(
    'is %s',
    (text) => {
      expect(isAuthAction(text)).toBe(true)
    },
  )

  // proves §1, §2.2
  it.each(['', 'sign-in', 'Signin', 'signin/github', '/signin', 'constructor', '__proto__'])(
    'is not %j',
    (text) => {
      expect(isAuthAction(text)).toBe(false)
    },
  )

  // proves §2.2
  it('is every action that there is', () => {
    expect(routes.map(({ action }) => action).filter((action) => !isAuthAction(action))).toEqual([])
  })
})
