import { EncryptJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { hkdfInfo } from './jwe-format.ts'
import { seal, unseal } from './sealed.ts'
import { TokenCache } from './token-cache.ts'

const keys = { secrets: ['the newest secret', 'an older secret'], salt: 'a purpose' }
const NOW = Date.parse('2026-11-20T12:00:00.500Z')
const SECOND = Math.floor(NOW / 1000)

async function keyOf(secret: string, salt: string, bytes: number): Promise<Uint8Array> {
  const text = (value: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(value)
  const input = await crypto.subtle.importKey('raw', text(secret), 'HKDF', false, ['deriveBits'])
  return new Uint8Array(
    await crypto.subtle.deriveBits(
      { name: 'HKDF', hash: 'SHA-256', salt: text(salt), info: text(hkdfInfo(salt)) },
      input,
      bytes * 8,
    ),
  )
}

/** A token that somebody else made with our secret. */
async function foreign(
  claims: Record<string, unknown>,
  header: Record<string, unknown> = {},
  secret = 'the newest secret',
): Promise<string> {
  const enc = (header.enc as string | undefined) ?? 'A256CBC-HS512'
  const token = new EncryptJWT(claims).setProtectedHeader({ alg: 'dir', enc, ...header })
  return token.encrypt(await keyOf(secret, keys.salt, enc === 'A256GCM' ? 32 : 64), { crit: { known: true } })
}

describe('what was sealed', () => {
  // proves P-JW-3, §5.1 c, §5.1 f
  it('opens until its time is over, with fifteen seconds for clocks that differ', async () => {
    const { token, expiresAt } = await seal({ name: 'Ann' }, keys, 60, NOW)
    expect(expiresAt).toBe(SECOND + 60)
    const unsealed = await unseal(token, keys, NOW)
    expect(unsealed).toMatchObject({ issuedAt: SECOND, expiresAt, isCurrent: true })
    expect(unsealed?.claims).toEqual({
      name: 'Ann',
      iat: SECOND,
      exp: SECOND + 60,
      jti: expect.stringMatching(/^[\da-f-]{36}$/),
    })
    expect(JSON.parse(unsealed?.text ?? '')).toEqual(unsealed?.claims)
    expect(await unseal(token, keys, NOW + 74_000)).toBeDefined()
    expect(await unseal(token, keys, NOW + 75_000)).toBeUndefined()
  })

  // proves §5.1 c
  it('sets its own times over those that are given', async () => {
    const { token } = await seal({ exp: 1, iat: 2, jti: 'x' }, keys, 60, NOW)
    expect((await unseal(token, keys, NOW))?.claims).toMatchObject({ iat: SECOND, exp: SECOND + 60 })
  })

  // proves P-JW-5, §5.1 d
  it('opens with any secret of the list, and says whether it was the newest', async () => {
    const { token } = await seal({}, { ...keys, secrets: ['an older secret'] }, 60, NOW)
    expect(await unseal(token, keys, NOW)).toMatchObject({ isCurrent: false })
    expect(await unseal(token, { ...keys, secrets: ['the newest secret'] }, NOW)).toBeUndefined()
  })

  // proves P-JW-2
  it('does not open for another purpose', async () => {
    const { token } = await seal({}, keys, 60, NOW)
    expect(await unseal(token, { ...keys, salt: 'another purpose' }, NOW)).toBeUndefined()
  })
})

describe('what another tool sealed with our secret', () => {
  const times = { iat: SECOND, exp: SECOND + 60 }

  // proves §5.1 d, §5.1 e
  it.each([
    ['without kid', {}],
    ['with A256GCM', { enc: 'A256GCM' }],
    ['with a type', { typ: 'JWT' }],
  ])('opens %s', async (_, header) => {
    expect(await unseal(await foreign({ sub: '1', ...times }, header), keys, NOW)).toMatchObject({
      claims: { sub: '1' },
    })
  })

  // proves P-JW-1, §5.1 d
  it('does not open under the name of another key', async () => {
    expect(await unseal(await foreign(times, { kid: 'another' }), keys, NOW)).toBeUndefined()
  })

  // proves P-JW-1
  it('does not open when its header asks for what we do not know', async () => {
    expect(await unseal(await foreign(times, { jku: 'https://evil.test' }), keys, NOW)).toBeUndefined()
    expect(await unseal(await foreign(times, { crit: ['known'], known: 1 }), keys, NOW)).toBeUndefined()
  })

  // proves P-JW-3
  it.each([
    ['without end', { iat: SECOND }],
    ['with an end that is text', { iat: SECOND, exp: '9999999999' }],
    ['without beginning', { exp: SECOND + 60 }],
    ['from the future', { iat: SECOND + 60, exp: SECOND + 120 }],
    ['not valid yet', { ...times, nbf: SECOND + 60 }],
  ])('does not open %s', async (_, claims) => {
    expect(await unseal(await foreign(claims as Record<string, unknown>), keys, NOW)).toBeUndefined()
  })
})

// proves P-JW-4
it('a token of enormous length is not opened, although it is sound', async () => {
  const { token } = await seal({ much: 'm'.repeat(60_000) }, keys, 60, NOW)
  expect(await unseal(token, keys, NOW)).toBeUndefined()
})

describe('a token with something that is not of it', () => {
  const at = { 'initialization vector': 2, ciphertext: 3, tag: 4 }
  const junk = ['!'.repeat(22), '=', `=${'A'.repeat(22)}`, '+', ' ', 'é']

  it.each(Object.entries(at).flatMap(([part, index]) => junk.map((text) => [text, part, index] as const)))(
    'is refused: %j in its %s',
    async (text, _, index) => {
      const { token } = await seal({ name: 'Ann' }, keys, 60, NOW)
      const parts = token.split('.')
      const changed = (part: string): string => parts.with(index, part).join('.')
      const own = parts[index] ?? ''
      expect(await unseal(changed(`${own}${text}`), keys, NOW)).toBeUndefined()
      expect(await unseal(changed(`${own.slice(0, 5)}${text}${own.slice(5)}`), keys, NOW)).toBeUndefined()
    },
  )
})

describe('what is remembered', () => {
  const claims = { name: 'Ann', roles: ['reader'] }

  /** A token that was opened so often that it is remembered, and the memory. */
  async function remembered(of: object = claims) {
    const memory = new TokenCache()
    const { token } = await seal(of, keys, 60, NOW)
    for (let time = 0; time < 3; time++) await unseal(token, keys, NOW, memory)
    expect(memory.get(token)).toBeDefined()
    return { token, memory }
  }

  it('says the same as what is opened', async () => {
    const { token, memory } = await remembered()
    const [again, anew] = [await unseal(token, keys, NOW, memory), await unseal(token, keys, NOW)]
    expect({ ...again, expires: again?.expires() }).toEqual({ ...anew, expires: anew?.expires() })
    expect(again?.expires()).toBe(new Date((SECOND + 60) * 1000).toISOString())
  })

  it('ends with its time', async () => {
    const { token, memory } = await remembered()
    expect(await unseal(token, keys, NOW + 74_000, memory)).toBeDefined()
    expect(await unseal(token, keys, NOW + 75_000, memory)).toBeUndefined()
  })

  it('is nothing to another secret or purpose', async () => {
    const { token, memory } = await remembered()
    expect(
      await unseal(token, { ...keys, secrets: ['the secret after it leaked'] }, NOW, memory),
    ).toBeUndefined()
    expect(await unseal(token, { ...keys, salt: 'another purpose' }, NOW, memory)).toBeUndefined()
  })

  it('is sealed with an older secret once there is a newer one', async () => {
    const { token, memory } = await remembered()
    const rotated = { ...keys, secrets: ['one that is newer', ...keys.secrets] }
    expect([
      (await unseal(token, keys, NOW, memory))?.isCurrent,
      (await unseal(token, rotated, NOW, memory))?.isCurrent,
    ]).toEqual([true, false])
  })

  it('is not another token that ends like it', async () => {
    const { token, memory } = await remembered()
    const middle = Math.floor(token.length / 2)
    const changed = `${token.slice(0, middle)}${token[middle] === 'A' ? 'B' : 'A'}${token.slice(middle + 1)}`
    expect(await unseal(changed, keys, NOW, memory)).toBeUndefined()
  })

  it.each([{ name: 'Ann' }, claims])('cannot be written into: %j', async (of) => {
    const { token, memory } = await remembered(of)
    const mine = (await unseal(token, keys, NOW, memory))?.claims as { name: string; roles?: string[] }
    mine.name = 'Eve'
    mine.roles?.push('administrator')
    expect((await unseal(token, keys, NOW, memory))?.claims).toMatchObject(of)
  })
})
