import { describe, expect, it } from 'vitest'
import { getCountryCode, maskPhoneNumber, normalizePhoneNumber } from './phone-number.ts'

describe('a telephone number', () => {
  it.each([
    '+4915123456789',
    '+49 151 23456789',
    '0049 (151) 2345-6789',
    '+49 (0)151 / 23.45.67.89',
    '＋49\u00a0151–23456789',
    '\u202a+49 151 23456789\u202c',
  ])('has one form: %j', (typed) => {
    expect(normalizePhoneNumber(typed)).toBe('+4915123456789')
  })

  it.each([
    '0151 23456789',
    '151 23456789',
    '+0151 23456789',
    '+49 151',
    '+491512345678901234',
    '+49 151 2345678a',
    '+49 151 23456789, +49 151 23456780',
    '++4915123456789',
    '+4915123456789\n+4915123456780',
    `+49 151 23456789${' '.repeat(64)}`,
    '',
    undefined,
    4_915_123_456_789,
  ])('is rejected if it has no country code, or is no number: %j', (typed) => {
    expect(normalizePhoneNumber(typed)).toBeUndefined()
  })

  it.each([
    ['+4915123456789', '+49'],
    ['+35312345678', '+353'],
    ['+79261234567', '+7'],
    ['+12025550123', '+1202'],
    ['+18765550123', '+1876'],
    ['+88216123456', '+882'],
  ])('%s has the country code %s', (number, code) => {
    expect(getCountryCode(number)).toBe(code)
  })

  it('is masked for the log', () => {
    expect(maskPhoneNumber('+4915123456789')).toBe('+49…89')
  })
})
