import { EncryptJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { hkdfInfo } from './jwe-format.ts'
import { seal, unseal } from './sealed.ts'
import { TokenCache } from './token-cache.ts'

const keys = { secrets: ['the newest secret', 'an older secret'], salt: 'a purpose' }
const NOW = Date.parse('2026-11-20T12:00:00.500Z')
const SECOND = Math.floor(NOW / 1000)

async function deriveKey(secret: string, salt: string, bytes: number): Promise<Uint8Array> {
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

/** Encrypts a token with the same secret, but without Latchkey's code. */
async function sealWithJose(
  claims: Record<string, unknown>,
  header: Record<string, unknown> = {},
  secret = 'the newest secret',
): Promise<string> {
  const enc = (header.enc as string | undefined) ?? 'A256CBC-HS512'
  const token = new EncryptJWT(claims).setProtectedHeader({ alg: 'dir', enc, ...header })
  return token.encrypt(await deriveKey(secret, keys.salt, enc === 'A256GCM' ? 32 : 64), {
    crit: { known: true },
  })
}

describe('a sealed token', () => {
  // proves P-JW-3, §5.1 c, §5.1 f
  it('can be unsealed until 15 seconds after it expired, because clocks differ', async () => {
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
  it('has its own time claims, which replace the given ones', async () => {
    const { token } = await seal({ exp: 1, iat: 2, jti: 'x' }, keys, 60, NOW)
    expect((await unseal(token, keys, NOW))?.claims).toMatchObject({ iat: SECOND, exp: SECOND + 60 })
  })

  // proves P-JW-5, §5.1 d
  it('can be unsealed with any secret in the list; the result says whether it is the newest', async () => {
    const { token } = await seal({}, { ...keys, secrets: ['an older secret'] }, 60, NOW)
    expect(await unseal(token, keys, NOW)).toMatchObject({ isCurrent: false })
    expect(await unseal(token, { ...keys, secrets: ['the newest secret'] }, NOW)).toBeUndefined()
  })

  // proves P-JW-2
  it('cannot be unsealed with another salt', async () => {
    const { token } = await seal({}, keys, 60, NOW)
    expect(await unseal(token, { ...keys, salt: 'another purpose' }, NOW)).toBeUndefined()
  })
})

describe('a token that another library sealed with the same secret', () => {
  const times = { iat: SECOND, exp: SECOND + 60 }

  // proves §5.1 d, §5.1 e
  it.each([
    ['without kid', {}],
    ['with A256GCM', { enc: 'A256GCM' }],
    ['with a type', { typ: 'JWT' }],
  ])('can be unsealed %s', async (_, header) => {
    expect(await unseal(await sealWithJose({ sub: '1', ...times }, header), keys, NOW)).toMatchObject({
      claims: { sub: '1' },
    })
  })

  // proves P-JW-1, §5.1 d
  it('cannot be unsealed with the id of another key', async () => {
    expect(await unseal(await sealWithJose(times, { kid: 'another' }), keys, NOW)).toBeUndefined()
  })

  // proves P-JW-1
  it('cannot be unsealed if its header has unknown or critical parameters', async () => {
    expect(await unseal(await sealWithJose(times, { jku: 'https://evil.test' }), keys, NOW)).toBeUndefined()
    expect(await unseal(await sealWithJose(times, { crit: ['known'], known: 1 }), keys, NOW)).toBeUndefined()
  })

  // proves P-JW-3
  it.each([
    ['without `exp`', { iat: SECOND }],
    ['with an `exp` that is a string', { iat: SECOND, exp: '9999999999' }],
    ['without `iat`', { exp: SECOND + 60 }],
    ['with an `iat` in the future', { iat: SECOND + 60, exp: SECOND + 120 }],
    ['with an `nbf` in the future', { ...times, nbf: SECOND + 60 }],
  ])('cannot be unsealed %s', async (_, claims) => {
    expect(await unseal(await sealWithJose(claims as Record<string, unknown>), keys, NOW)).toBeUndefined()
  })
})

// proves P-JW-4
it('a valid token cannot be unsealed if it is too long', async () => {
  const { token } = await seal({ padding: 'x'.repeat(60_000) }, keys, 60, NOW)
  expect(await unseal(token, keys, NOW)).toBeUndefined()
})

describe('a token with inserted characters', () => {
  const at = { 'initialization vector': 2, ciphertext: 3, tag: 4 }
  const junk = ['!'.repeat(22), '=', `=${'A'.repeat(22)}`, '+', ' ', 'é']

  it.each(Object.entries(at).flatMap(([part, index]) => junk.map((text) => [text, part, index] as const)))(
    'is rejected: %j in the %s',
    async (text, _, index) => {
      const { token } = await seal({ name: 'Ann' }, keys, 60, NOW)
      const parts = token.split('.')
      const changed = (part: string): string => parts.with(index, part).join('.')
      const original = parts[index] ?? ''
      const appended = changed(`${original}${text}`)
      const inserted = changed(`${original.slice(0, 5)}${text}${original.slice(5)}`)
      expect(await unseal(appended, keys, NOW)).toBeUndefined()
      expect(await unseal(inserted, keys, NOW)).toBeUndefined()
    },
  )
})

describe('a cached token', () => {
  const claims = { name: 'Ann', roles: ['reader'] }

  /** Unseals a token until it is cached. Returns the token and the cache. */
  async function cacheToken(sealed: object = claims) {
    const cache = new TokenCache()
    const { token } = await seal(sealed, keys, 60, NOW)
    for (let count = 0; count < 3; count++) await unseal(token, keys, NOW, cache)
    expect(cache.get(token)).toBeDefined()
    return { token, cache }
  }

  it('has the same content as without the cache', async () => {
    const { token, cache } = await cacheToken()
    const [cached, uncached] = [await unseal(token, keys, NOW, cache), await unseal(token, keys, NOW)]
    expect({ ...cached, expires: cached?.expires() }).toEqual({ ...uncached, expires: uncached?.expires() })
    expect(cached?.expires()).toBe(new Date((SECOND + 60) * 1000).toISOString())
  })

  it('expires', async () => {
    const { token, cache } = await cacheToken()
    expect(await unseal(token, keys, NOW + 74_000, cache)).toBeDefined()
    expect(await unseal(token, keys, NOW + 75_000, cache)).toBeUndefined()
  })

  it('cannot be unsealed with another secret or salt', async () => {
    const { token, cache } = await cacheToken()
    expect(await unseal(token, { ...keys, secrets: ['the secret after a leak'] }, NOW, cache)).toBeUndefined()
    expect(await unseal(token, { ...keys, salt: 'another purpose' }, NOW, cache)).toBeUndefined()
  })

  it('is no longer current when a newer secret is added', async () => {
    const { token, cache } = await cacheToken()
    const rotated = { ...keys, secrets: ['an even newer secret', ...keys.secrets] }
    expect({
      before: (await unseal(token, keys, NOW, cache))?.isCurrent,
      after: (await unseal(token, rotated, NOW, cache))?.isCurrent,
    }).toEqual({ before: true, after: false })
  })

  it('is not returned for another token with the same ending', async () => {
    const { token, cache } = await cacheToken()
    const middle = Math.floor(token.length / 2)
    const changed = `${token.slice(0, middle)}${token[middle] === 'A' ? 'B' : 'A'}${token.slice(middle + 1)}`
    expect(await unseal(changed, keys, NOW, cache)).toBeUndefined()
  })

  it.each([{ name: 'Ann' }, claims])('cannot be changed by the caller: %j', async (sealed) => {
    const { token, cache } = await cacheToken(sealed)
    const result = (await unseal(token, keys, NOW, cache))?.claims as { name: string; roles?: string[] }
    result.name = 'Eve'
    result.roles?.push('administrator')
    expect((await unseal(token, keys, NOW, cache))?.claims).toMatchObject(sealed)
  })
})
