import { describe, expect, it } from 'vitest'
import { ServiceUnavailable } from '../errors/services.ts'
import { hashPassword, verifyPassword } from './password.ts'

const hash = await hashPassword('correct horse')

// Hashing is slow by design.
describe('a password', { timeout: 60_000 }, () => {
  it('is stored as a salted hash in the usual format', async () => {
    expect(hash).toMatch(/^\$scrypt\$ln=17,r=8,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(await hashPassword('correct horse')).not.toBe(hash)
  })

  it('is accepted, and another one is rejected', async () => {
    expect(await verifyPassword('correct horse', hash)).toBe(true)
    expect(await verifyPassword('correct horsf', hash)).toBe(false)
    expect(await verifyPassword('', hash)).toBe(false)
    expect(await verifyPassword(undefined, hash)).toBe(false)
  })

  it('is compared after Unicode normalization', async () => {
    expect(await verifyPassword('caf\u0065\u0301', await hashPassword('caf\u00e9'))).toBe(true)
  })

  // proves P-CR-2
  it('is rejected when there is no hash, after the same amount of work', async () => {
    expect(await verifyPassword('correct horse', null)).toBe(false)
    expect(await verifyPassword('', undefined)).toBe(false)
  })

  it('is rejected if it is longer than 1024 characters', async () => {
    const long = 'a'.repeat(1025)
    await expect(hashPassword(long)).rejects.toThrow(RangeError)
    expect(await verifyPassword(long, hash)).toBe(false)
  })

  it('is not hashed if it is empty', async () => {
    await expect(hashPassword('')).rejects.toThrow(
      new RangeError('The password is empty. Ask the user for a longer one.'),
    )
    expect(await verifyPassword('', hash)).toBe(false)
  })

  it.each<unknown>([undefined, null, 12345678, ['correct horse'], new File([], 'password')])(
    'is not hashed if it is %s instead of a string',
    async (value) => {
      await expect(hashPassword(value as string)).rejects.toThrow(
        new TypeError("The password is not a string. Pass one form field's value."),
      )
    },
  )

  // From RFC 7914, section 12.
  it('is hashed as the standard requires', async () => {
    const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')
    const salt = base64(Buffer.from('SodiumChloride'))
    const derived = base64(
      Buffer.from('7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2', 'hex'),
    )
    expect(await verifyPassword('pleaseletmein', `$scrypt$ln=14,r=8,p=1$${salt}$${derived}`)).toBe(true)
  })

  it.each([
    'correct horse',
    '$2b$10$abcdefghijklmnopqrstuv',
    '$scrypt$ln=31,r=8,p=1$YWJjZGVmZ2hpamtsbW5vcA$YWJjZGVmZ2hpamtsbW5vcGFiY2RlZmdoaWprbG1ub3A',
    '$scrypt$ln=0,r=8,p=1$YWJjZGVmZ2hpamtsbW5vcA$YWJjZGVmZ2hpamtsbW5vcGFiY2RlZmdoaWprbG1ub3A',
  ])('is not compared with the invalid hash "%s"', async (text) => {
    await expect(verifyPassword('correct horse', text)).rejects.toThrow(TypeError)
  })

  // proves AUD-F9, P-DS-4
  it('is rejected with the time to wait when more than 32 are hashed at the same time', async () => {
    const quick = `$scrypt$ln=10,r=8,p=1$${'a'.repeat(22)}$${'a'.repeat(43)}`
    const results = await Promise.allSettled(Array.from({ length: 40 }, () => verifyPassword('x', quick)))
    const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(reasons).toHaveLength(8)
    for (const reason of reasons) {
      expect(reason).toBeInstanceOf(ServiceUnavailable)
      expect(reason).toMatchObject({ type: 'ServiceUnavailable', cause: { retryAfter: 10 } })
    }
    expect(await verifyPassword('x', quick)).toBe(false)
  })
})
