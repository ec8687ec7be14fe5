import { describe, expect, it } from 'vitest'
import { isAuthAction } from './action-names.ts'
import { routes } from './routes.ts'

describe('an action', () => {
  it.each(['callback', 'csrf', 'error', 'providers', 'session', 'signin', 'signout', 'verify-request'])(
    'is %s [§1, §2.2]',
    (text) => {
      expect(isAuthAction(text)).toBe(true)
    },
  )

  it.each(['', 'sign-in', 'Signin', 'signin/github', '/signin', 'constructor', '__proto__'])(
    'is not %j [§1, §2.2]',
    (text) => {
      expect(isAuthAction(text)).toBe(false)
    },
  )

  it('is every door that there is [§2.2]', () => {
    expect(routes.map(({ action }) => action).filter((action) => !isAuthAction(action))).toEqual([])
  })
})
