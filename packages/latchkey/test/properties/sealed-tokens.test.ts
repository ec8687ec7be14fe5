import nodeCrypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import fc from 'fast-check'
import { EncryptJWT } from 'jose'
import { afterEach, expect, it, vi } from 'vitest'
import * as web from '../../src/crypto/jwe.web.ts'
import { hkdfInfo } from '../../src/crypto/jwe-format.ts'
import { seal, unseal } from '../../src/crypto/sealed.ts'
import { hostileText, withOneChange } from './hostile.ts'
import { holdsFor } from './runs.ts'

const SECRET = 'a secret that is long enough for every test here'
const keys = { secrets: [SECRET, 'an older secret of the same length as the other'], salt: 'a purpose' }
const NOW = Date.parse('2026-11-20T12:00:00Z')
const claims = { sub: 'ann', name: 'Zoë' }
const { token: sealed } = await seal(claims, keys, 3600, NOW)
const { token: old } = await seal(claims, { ...keys, secrets: keys.secrets.slice(1) }, 3600, NOW)
const { token: otherPurpose } = await seal(claims, { ...keys, salt: 'another' }, 3600, NOW)
const { token: otherSecret } = await seal(
  claims,
  { ...keys, secrets: ['another secret with the same length as the others'] },
  3600,
  NOW,
)
const gcm = await new EncryptJWT(claims)
  .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
  .setIssuedAt(new Date(NOW))
  .setExpirationTime(new Date(NOW + 3_600_000))
  .encrypt(await gcmKey())

async function gcmKey(): Promise<Uint8Array> {
  const text = (value: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(value)
  const input = await crypto.subtle.importKey('raw', text(SECRET), 'HKDF', false, ['deriveBits'])
  const parameters = { name: 'HKDF', hash: 'SHA-256', salt: text(keys.salt), info: text(hkdfInfo(keys.salt)) }
  return new Uint8Array(await crypto.subtle.deriveBits(parameters, input, 256))
}

const encode = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toString('base64url')
const decode = (part: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(part, 'base64url').toString())
/**
 * Returns the decoded bytes of a token. Tokens with the same bytes are the same token in different
 * encodings.
 */
const decodeBytes = (token: string): string =>
  token
    .split('.')
    .map((part, index) => (index === 0 ? part : Buffer.from(part, 'base64url').toString('hex')))
    .join('.')

const validToken = fc.constantFrom(sealed, old, gcm)
const member = fc.constantFrom(
  'alg',
  'enc',
  'kid',
  'zip',
  'crit',
  'jku',
  'jwk',
  'x5u',
  'x5c',
  'epk',
  'apu',
  'p2s',
  'p2c',
  'iv',
  'tag',
  'typ',
  'cty',
  '__proto__',
)
const memberValue = fc.oneof(
  fc.constantFrom(
    'dir',
    'none',
    'A256KW',
    'RSA-OAEP',
    'PBES2-HS256+A128KW',
    'ECDH-ES',
    'A256CBC-HS512',
    'A256GCM',
    'A128GCM',
    'DEF',
    '',
    'https://evil.test',
  ),
  fc.constantFrom(
    decode(sealed.split('.', 1)[0]!).kid,
    decode(old.split('.', 1)[0]!).kid,
    ['dir'],
    ['exp'],
    {},
    null,
    0,
    true,
    1e308,
  ),
)
const withHeader = fc
  .tuple(validToken, fc.array(fc.tuple(member, memberValue), { maxLength: 3 }), fc.option(member))
  .map(([token, changes, without]) => {
    const [header = '', ...rest] = token.split('.')
    const entries = Object.entries({ ...decode(header), ...Object.fromEntries(changes) }).filter(
      ([name]) => name !== without,
    )
    return [encode(Object.fromEntries(entries)), ...rest].join('.')
  })
const part = fc.oneof(
  fc.constantFrom(
    '',
    '.',
    'A',
    'AA',
    '====',
    '*',
    '_-',
    '+/',
    encode('{}'),
    encode('[]'),
    encode('null'),
    encode('{"alg":"dir"'),
  ),
  hostileText,
)
const recut = fc
  .tuple(
    fc.array(validToken, { minLength: 1, maxLength: 2 }),
    fc.nat({ max: 5 }),
    fc.nat({ max: 2 }),
    fc.array(part, { maxLength: 3 }),
  )
  .map(([tokens, at, cut, parts]) =>
    tokens
      .map((token) => token.split('.'))
      .reduce((first, second) =>
        first.map((original, index) => (index === at ? (second[index] ?? '') : original)),
      )
      .toSpliced(at, cut, ...parts)
      .join('.'),
  )
const rewritten = fc
  .tuple(validToken, fc.constantFrom('=', '==', '\n', ' ', '*', '%', '\u0141'), fc.nat())
  .map(([token, more, at]) => token.slice(0, at % token.length) + more + token.slice(at % token.length))
const bitFlipped = fc
  .tuple(validToken, fc.integer({ min: 1, max: 4 }), fc.nat(), fc.nat({ max: 7 }))
  .map(([token, index, at, bit]) => {
    const parts = token.split('.')
    const bytes = Buffer.from(parts[index] ?? '', 'base64url')
    if (bytes.length > 0) bytes[at % bytes.length]! ^= 1 << bit
    return parts.with(index, bytes.toString('base64url')).join('.')
  })
const anything = fc.oneof(
  validToken,
  withHeader,
  recut,
  rewritten,
  bitFlipped,
  withOneChange(validToken),
  withOneChange(validToken, part),
  hostileText,
  fc.constantFrom(otherPurpose, otherSecret),
)

afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

// proves P-JW-1, P-HT-4, §5.1
it('only sealed tokens can be unsealed, and they contain what was sealed', async () => {
  const known = new Set([sealed, old, gcm].map(decodeBytes))
  await holdsFor(
    anything,
    async (token) => {
      const unsealed = await unseal(token, keys, NOW)
      if (unsealed === undefined) {
        expect([sealed, old, gcm]).not.toContain(token)
        return 'rejected'
      }
      expect(known).toContain(decodeBytes(token))
      expect(unsealed.claims).toMatchObject(claims)
      expect(unsealed.expiresAt).toBe(NOW / 1000 + 3600)
      return 'unsealed'
    },
    { outcomes: ['unsealed', 'rejected'] },
  )
})

// proves P-JW-1, §5.1
it('only sealed tokens can be decrypted with Web Crypto', async () => {
  const key = await web.deriveKey(SECRET, keys.salt, 'A256CBC-HS512')
  await holdsFor(
    anything,
    async (token) => {
      const [header = '', , iv = '', ciphertext = '', tag = ''] = token.split('.')
      const text = await web.decrypt(key, { header, iv, ciphertext, tag })
      if (text === undefined) return 'rejected'
      expect(decodeBytes(`${header}..${iv}.${ciphertext}.${tag}`)).toBe(decodeBytes(sealed))
      expect(JSON.parse(text)).toMatchObject(claims)
      return 'unsealed'
    },
    { outcomes: ['unsealed', 'rejected'] },
  )
})

/**
 * Whether a header is acceptable: a supported algorithm, an optional key id, an optional type, and
 * no other parameter.
 */
function isAcceptableHeader(part = ''): boolean {
  const base64url = part.replaceAll('-', '+').replaceAll('_', '/')
  try {
    const { alg, enc, kid = '', typ: _, ...others } = JSON.parse(atob(base64url))
    return (
      alg === 'dir' &&
      ['A256CBC-HS512', 'A256GCM'].includes(enc) &&
      typeof kid === 'string' &&
      Object.keys(others).length === 0
    )
  } catch {
    return false
  }
}

// proves P-JW-1, P-JW-4
it('a token without an acceptable header and five parts is rejected without cryptography', async () => {
  await unseal(gcm, keys, NOW)
  const calls = (['createHmac', 'createDecipheriv', 'hkdfSync'] as const).map((name) =>
    vi.spyOn(nodeCrypto, name),
  )
  syncBuiltinESMExports()
  const count = (): number => calls.reduce((sum, { mock }) => sum + mock.calls.length, 0)
  await unseal(sealed, keys, NOW)
  expect(count()).toBe(2)
  await holdsFor(
    anything,
    async (token) => {
      for (const call of calls) call.mockClear()
      await unseal(token, keys, NOW)
      const [header, key] = token.split('.')
      if (token.split('.').length === 5 && key === '' && isAcceptableHeader(header)) return 'acceptable'
      expect(count()).toBe(0)
      return 'unacceptable'
    },
    { outcomes: ['acceptable', 'unacceptable'] },
  )
})

// proves P-JW-4, P-DS-2
it.each(['.', 'A', '..', '=', '\0', '{"alg":"dir"', sealed])(
  'a token of 64 KB of %j is rejected quickly and without cryptography',
  async (piece) => {
    const calls = (['createHmac', 'createDecipheriv', 'hkdfSync'] as const).map((name) =>
      vi.spyOn(nodeCrypto, name),
    )
    syncBuiltinESMExports()
    const long = piece.repeat(65_536 / piece.length)
    const [header = '', , iv = '', , tag = ''] = sealed.split('.')
    for (const token of [
      long,
      `${header}..${long}`,
      `${long}..${iv}.A.${tag}`,
      `${header}..${iv}.${long.replaceAll('.', 'A')}.${tag}`,
    ]) {
      expect(await unseal(token, keys, NOW)).toBeUndefined()
    }
    expect(calls.map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0])
  },
)
