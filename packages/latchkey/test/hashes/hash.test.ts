import { describe, expect, it } from 'vitest'
import { UnreadablePassword } from '../../src/errors/passwords.ts'
import { hashNew } from '../../src/passwords/hash.ts'
import { verifyStored } from '../../src/passwords/verify.ts'

const PASSWORD = 'correct horse battery staple'
const RIGHT = { isRight: true, needsRehash: false }
const WRONG = { isRight: false, needsRehash: false }

describe('a new hash', { timeout: 60_000 }, () => {
  it('has a salt, and is right only for its password', async () => {
    const hash = await hashNew(PASSWORD)
    expect(hash).toMatch(
      /^\$(?:argon2id\$v=19\$m=19456,t=2,p=1|scrypt\$ln=17,r=8,p=1)\$[\w+/]{22}\$[\w+/]{43}$/,
    )
    expect(await hashNew(PASSWORD)).not.toBe(hash)
    expect(await verifyStored({}, PASSWORD, { hash })).toEqual(RIGHT)
    expect(await verifyStored({}, `${PASSWORD}.`, { hash })).toEqual(WRONG)
    expect(await verifyStored({}, '', { hash })).toEqual(WRONG)
    expect(await verifyStored({}, undefined, { hash })).toEqual(WRONG)
  })

  it('is of the normalized password', async () => {
    const hash = await hashNew('cafe\u0301 au lait du matin')
    expect(await verifyStored({}, 'caf\u00e9 au lait du matin', { hash })).toEqual(RIGHT)
    expect(await verifyStored({}, 'cafe\u0301 au lait du matin', { hash })).toEqual(RIGHT)
  })
})

it('is wrong without a stored hash', { timeout: 60_000 }, async () => {
  expect(await verifyStored({}, PASSWORD, null)).toEqual(WRONG)
  expect(await verifyStored({}, '', undefined)).toEqual(WRONG)
})

it.each([
  'plain text',
  '',
  '$scrypt$ln=30,r=8,p=1$YWJjZGVmZ2hpamtsbW5vcA$YWJjZGVmZ2hpamtsbW5vcGFiY2RlZmdoaWprbG1ub3A',
  '$argon2id$v=19$m=4194304,t=1,p=1$YWJjZGVmZ2hpamtsbW5vcA$YWJjZGVmZ2hpamtsbW5vcGFiY2RlZmdoaWprbG1ub3A',
  '$argon2id$v=19$m=65536,t=9999999,p=1$YWJjZGVmZ2hpamtsbW5vcA$YWJjZGVmZ2hpamtsbW5vcGFiY2RlZmdoaWprbG1ub3A',
  '$argon2id$v=16$m=65536,t=2,p=1$YWJjZGVmZ2hpamtsbW5vcA$YWJjZGVmZ2hpamtsbW5vcGFiY2RlZmdoaWprbG1ub3A',
  '$pbkdf2-sha256$i=99999999$YWJjZGVmZ2hpamtsbW5vcA$YWJjZGVmZ2hpamtsbW5vcGFiY2RlZmdoaWprbG1ub3A',
])('reports a fault for the stored text %j, without showing it', async (hash) => {
  const error = await verifyStored({}, PASSWORD, { hash }).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(UnreadablePassword)
  if (hash) expect((error as Error).message).not.toContain(hash)
})

it("uses the application's own format, and replaces it", async () => {
  const reversed = {
    name: 'reversed',
    read: (hash: string) =>
      hash.startsWith('reversed:')
        ? (password: string) => hash === `reversed:${[...password].reverse().join('')}`
        : undefined,
  }
  const stored = { hash: 'reversed:cba' }
  expect(await verifyStored({ legacy: [reversed] }, 'abc', stored)).toEqual({
    isRight: true,
    needsRehash: true,
  })
  expect(await verifyStored({ legacy: [reversed] }, 'abd', stored)).toEqual(WRONG)
})
