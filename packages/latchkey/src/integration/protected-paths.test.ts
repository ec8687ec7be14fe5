import { describe, expect, it } from 'vitest'
import { checkProtection, isBelowAny, readSegments } from './protected-paths.ts'

describe('the arguments of a guard', () => {
  it.each([
    {
      paths: ['account'],
      options: {},
      message: '"account", which is not a path',
    },
    {
      paths: ['/account'],
      options: { redirect: '/' },
      message: '`redirect` is not an option of `protect`',
    },
  ])('are checked, because a mistake would leave a page open: $message', ({ paths, options, message }) => {
    expect(() => checkProtection('protect', paths, options, ['redirectTo'])).toThrow(message)
  })
})

describe('a listed path', () => {
  const isBelow = (path: string, ...listed: string[]): boolean => isBelowAny(readSegments(path), listed)

  it('covers itself and everything below it, in every spelling', () => {
    for (const path of ['/orders', '/orders/', '//orders', '/Orders/5', '/%6frders', '/%4Frders/%ff'])
      expect({ path, isBelow: isBelow(path, '/account', '/orders') }).toEqual({
        path,
        isBelow: true,
      })
    expect(isBelow('/caf%C3%A9/tea', '/café')).toBe(true)
    expect(isBelow('/café/tea', '/caf%C3%A9/')).toBe(true)
    expect(isBelow('/anything', '/')).toBe(true)
  })

  it('does not cover a path that only starts with the same letters, or an encoded slash', () => {
    for (const path of ['/', '/ordersomething', '/my/orders', '/orders%2F5', '/%256frders'])
      expect({ path, isBelow: isBelow(path, '/orders') }).toEqual({
        path,
        isBelow: false,
      })
  })
})
