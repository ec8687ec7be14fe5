import { describe, expect, it } from 'vitest'
import { codeAt, findStep, keyUri, newSecret } from './totp.ts'

/** The key of RFC 6238, Appendix B, in Base32. */
const KEY = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

describe('a code of an authenticator app', () => {
  // The last six of the eight digits in the appendix.
  it.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('is that of RFC 6238 at %d seconds', async (seconds, code) => {
    expect(await codeAt(KEY, Math.floor(seconds / 30))).toBe(code)
    expect(await findStep(KEY, code, seconds * 1000)).toBe(Math.floor(seconds / 30))
  })

  it('is accepted one step before and after its own, and no further', async () => {
    const code = await codeAt(KEY, 1000)
    const found = [997, 998, 999, 1000, 1001, 1002].map((step) => findStep(KEY, code, step * 30_000))
    expect(await Promise.all(found)).toEqual([undefined, undefined, 1000, 1000, 1000, undefined])
  })
})

describe('a secret', () => {
  it('has 160 random bits in Base32', () => {
    expect(newSecret()).toMatch(/^[A-Z2-7]{32}$/)
    expect(newSecret()).not.toBe(newSecret())
  })

  it('is in the address that apps read', () => {
    expect(keyUri(KEY, { issuer: 'My App', account: 'ann@example.com' })).toBe(
      `otpauth://totp/My%20App:ann%40example.com?secret=${KEY}&issuer=My%20App`,
    )
  })

  it('is in an address also with a name that ends in half a character', () => {
    expect(keyUri(KEY, { issuer: 'App', account: 'Ann \ud83d' })).toContain('App:Ann%20%EF%BF%BD?')
  })
})
