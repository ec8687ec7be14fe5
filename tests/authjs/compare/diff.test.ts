import { describe, expect, it } from 'vitest'
import { ABSENT, countFields, diff } from './diff.ts'
import { ANY, matches } from './listed-difference.ts'
import { normalize } from './normalize.ts'

describe('the comparison', () => {
  it('finds a changed, a missing and an additional field', () => {
    const authJs = { same: 1, changed: { to: 'a' }, missing: { has: { fields: 1 } }, empty: null }
    const latchkey = { same: 1, changed: { to: 'b' }, additional: [1] }
    expect(diff(authJs, latchkey, ['scenario'])).toEqual([
      { field: 'scenario › changed › to', authJs: 'a', latchkey: 'b' },
      { field: 'scenario › missing', authJs: { has: { fields: 1 } }, latchkey: ABSENT },
      { field: 'scenario › empty', authJs: null, latchkey: ABSENT },
      { field: 'scenario › additional', authJs: ABSENT, latchkey: [1] },
    ])
    expect(countFields(authJs, latchkey)).toBe(5)
  })

  it('accepts a difference only with the listed field and values', () => {
    const found = { field: 'sign-in › a script signs in › status', authJs: 200, latchkey: 401 }
    expect(matches(['sign-in › a script signs in › status', 200, 401], found)).toBe(true)
    expect(matches(['* › *script* › json|status', 200, ANY], found)).toBe(true)
    expect(matches(['* › *script* › status', 200, 500], found)).toBe(false)
    expect(matches(['* › *script*', ANY, ANY], found)).toBe(false)
    expect(matches(['* › status', ANY, ANY], found)).toBe(false)
  })

  it('replaces what differs at each run, and keeps the rest', () => {
    const value = {
      id: crypto.randomUUID(),
      token: `eyJhbGciOiJkaXIifQ..${'a'.repeat(16)}.${'b'.repeat(30)}.${'c'.repeat(22)}`,
      expires: new Date(Date.now() + 2_592_000_000),
      text: new Date(Date.now() - 60_000).toISOString(),
      exp: Math.floor(Date.now() / 1000) + 3600,
      count: 3600,
      missing: undefined,
      name: 'ann@example.com',
    }
    expect(normalize(value)).toEqual({
      id: '<uuid>',
      token: '<token>',
      expires: '<Date now+30d>',
      text: '<now-1m>',
      exp: '<seconds now+1h>',
      count: 3600,
      name: 'ann@example.com',
    })
  })
})
