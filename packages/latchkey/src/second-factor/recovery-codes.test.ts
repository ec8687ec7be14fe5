import { expect, it } from 'vitest'
import { hashRecoveryCode, newRecoveryCode, readRecoveryCode } from './recovery-codes.ts'

it('a recovery code has 120 random bits, in groups', () => {
  expect(newRecoveryCode()).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/)
  expect(newRecoveryCode()).not.toBe(newRecoveryCode())
})

it('a recovery code is read however it is typed', async () => {
  const code = '0123-4567-89AB-CDEF-GHJK-MNPQ'
  const typed = [
    code,
    code.toLowerCase(),
    code.replaceAll('-', ' '),
    code.replaceAll('1', 'l').replace('0', 'O'),
  ]
  expect(new Set(typed.map(readRecoveryCode))).toEqual(new Set(['0123456789ABCDEFGHJKMNPQ']))
  expect(await hashRecoveryCode('1', code)).toBe(await hashRecoveryCode('1', readRecoveryCode(code) ?? ''))
  expect(await hashRecoveryCode('1', code)).not.toBe(await hashRecoveryCode('2', code))
})

it.each(['', '123456', '0123-4567-89AB-CDEF-GHJK-MNP', '0123-4567-89AB-CDEF-GHJK-MNPQ-R', 'U'.repeat(24)])(
  '"%s" is no recovery code',
  (text) => {
    expect(readRecoveryCode(text)).toBeUndefined()
  },
)
