import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { base64url, CompactEncrypt, calculateJwkThumbprint, EncryptJWT, jwtDecrypt } from 'jose'
import { describe, expect, it } from 'vitest'
import * as node from './jwe.node.ts'
import * as web from './jwe.web.ts'
import { type ContentEncryption, hkdfInfo, keyLength, splitJwe } from './jwe-format.ts'
import { mac as nodeMac } from './mac.node.ts'
import { mac as webMac } from './mac.web.ts'

/** Auth.js tokens, whose sessions Latchkey must be able to read. They expire in 2121. */
const vectors = [
  {
    salt: 'authjs.session-token',
    kid: 't52DsL_cswoaU7kydEkwIpMl_b1nueROyrWB6U1N29IbYFRm4TW3rODFLkKXuXmhKyjT14U2N9E1lgHn8srx4Q',
    token:
      'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoidDUyRHNMX2Nzd29hVTdreWRFa3dJcE1sX2IxbnVlUk95cldCNlUxTjI5SWJZRlJtNFRXM3JPREZMa0tYdVhtaEt5alQxNFUyTjlFMWxnSG44c3J4NFEifQ..jqZggJrypX-mUMllUZuoXQ.iUyZXahC2tZsmypYOOSabpCM4CoT-APxbyoU5fNpDh2G8K85eZk_7PDzwgut-W7eIGhzhw06UXNlRfZo1i0mmMA0EAQc1ITLcPBVwCKF_7rTSxpHqFkQwBfaumHuHmTYwJto0pOJxip8G73UxE99gQSb8htUfZTtix2EDlYkhwVWgamWsEQu9OZJdEUgfc3GqweQiEhXPIORSDS7Z2q5BofDEttawPG0fpMaoaIkqgk.KReOJC3Wf4boOXzxgEBKpIQ8ppywUHoCwBYe0jioO4w',
    claims: { name: 'Ann', email: 'ann@example.com', picture: 'https://example.com/a.png', sub: '1' },
  },
  {
    salt: '__Secure-authjs.session-token',
    kid: 'RJGmBhSiHCP0Y4ENZxsrNF5LYkajSA9x5HrjKu15zEoB6jqK_Tx9cs4XxdkCQyuGxp3DexK6ntF6MGm9y-cNCQ',
    token:
      'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiUkpHbUJoU2lIQ1AwWTRFTlp4c3JORjVMWWthalNBOXg1SHJqS3UxNXpFb0I2anFLX1R4OWNzNFh4ZGtDUXl1R3hwM0RleEs2bnRGNk1HbTl5LWNOQ1EifQ..izGf5_6BZ_ihKZOd1fX2oQ.EbhhFC3g224yj4hgkIADhFb_pOOYUBS2elVjUIWUG3u7wKRBdIse_2jkG4XLv7hrHz1t2kfLAu_LM_jA4qAugLMThhwk-OQDzIN40jo9Y-yhrr0wkK22RU3RVVRzonEU.yi0rAnIccmffPK9Hit9VPCx1DJcfY4hwcdGfecLu1ds',
    claims: { sub: '1' },
  },
  {
    salt: 'encodedState',
    kid: 'hUk5x3wjcla8GAJF2zqyscGyX77FuuAD9LxC_Eu4iDW8BDxRH4F3qFudUvb4_FCynnx4MSVtSPRyC8i_WPUqKg',
    token:
      'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiaFVrNXgzd2pjbGE4R0FKRjJ6cXlzY0d5WDc3RnV1QUQ5THhDX0V1NGlEVzhCRHhSSDRGM3FGdWRVdmI0X0ZDeW5ueDRNU1Z0U1BSeUM4aV9XUFVxS2cifQ..0Wi1kDpcdSAR-HFWOl7Tgw.bOHo443FmhvxDYx7tW17Ujyynnc91UBtAyxoaRzzcMYFWJpEtQjIfK544L11JvnyeOizyI3VG9mYWJhhZqRKmKkaGA8eUMT5hGbM-suvwGVLl5ldw9LYV3Az6ir_tdZSHXgXuWfaG2b6nlvY7ADeCAkb-maiVXGYr0Z9_h9OLJmiHVT2_WQ9cetJNTVHDuRatxkMbZhJ0NjNkR75ZyzCaQ.NGsHk7LvLNzpLs7HH52wLLuwsM66sjauT25WzYdVQ2s',
    claims: { random: 'r', origin: 'https://preview.example.com/auth/callback/idp' },
  },
]

interface Implementation {
  derive(secret: string, salt: string, enc: ContentEncryption): Promise<{ kid: string; header: string }>
  encrypt(secret: string, salt: string, text: string): Promise<string>
  decrypt(secret: string, salt: string, token: string, enc?: ContentEncryption): Promise<string | undefined>
}

const implementations: Record<string, Implementation> = {
  'node:crypto': {
    derive: async (...args) => node.deriveKey(...args),
    encrypt: async (secret, salt, text) => node.encrypt(node.deriveKey(secret, salt, 'A256CBC-HS512'), text),
    decrypt: async (secret, salt, token, enc = 'A256CBC-HS512') => {
      const parts = splitJwe(token)
      return parts && node.decrypt(node.deriveKey(secret, salt, enc), parts)
    },
  },
  'Web Crypto': {
    derive: web.deriveKey,
    encrypt: async (secret, salt, text) =>
      web.encrypt(await web.deriveKey(secret, salt, 'A256CBC-HS512'), text),
    decrypt: async (secret, salt, token, enc = 'A256CBC-HS512') => {
      const parts = splitJwe(token)
      return parts && web.decrypt(await web.deriveKey(secret, salt, enc), parts)
    },
  },
}

/** Derives the same key without Latchkey's code. */
async function referenceKey(secret: string, salt: string, enc: ContentEncryption): Promise<Uint8Array> {
  const text = (value: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(value)
  const input = await crypto.subtle.importKey('raw', text(secret), 'HKDF', false, ['deriveBits'])
  const parameters = { name: 'HKDF', hash: 'SHA-256', salt: text(salt), info: text(hkdfInfo(salt)) }
  return new Uint8Array(await crypto.subtle.deriveBits(parameters, input, keyLength[enc] * 8))
}

const tokens = fc.record({
  secret: fc.string({ minLength: 1 }),
  salt: fc.string({ minLength: 1 }),
  text: fc.string({ unit: 'binary', maxLength: 3000 }),
})

describe.each(Object.entries(implementations))('JWE with %s', (_, jwe) => {
  // proves §5.1 a, §5.1 b
  it.each(vectors)(
    'decrypts a token of Auth.js with the salt $salt',
    async ({ salt, kid, token, claims }) => {
      expect((await jwe.derive('my-secret', salt, 'A256CBC-HS512')).kid).toBe(kid)
      expect(JSON.parse((await jwe.decrypt('my-secret', salt, token)) ?? '')).toMatchObject(claims)
    },
  )

  // proves §5.1
  it('encrypts a token that jose can decrypt', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({ secret: fc.string({ minLength: 1 }), name: fc.string() }),
        async ({ secret, name }) => {
          const token = await jwe.encrypt(secret, 'salt', JSON.stringify({ name }))
          const { payload, protectedHeader } = await jwtDecrypt(
            token,
            await referenceKey(secret, 'salt', 'A256CBC-HS512'),
          )
          expect(payload).toEqual({ name })
          expect(protectedHeader).toEqual({ alg: 'dir', enc: 'A256CBC-HS512', kid: expect.any(String) })
        },
      ),
      { numRuns: 30 },
    )
  })

  // proves §5.1 b, §5.1 e
  it.each(['A256CBC-HS512', 'A256GCM'] as const)(
    'decrypts a token that jose encrypted with %s, and calculates the same key id',
    async (enc) => {
      const key = await referenceKey('a secret', 'salt', enc)
      const jwk = { kty: 'oct', k: base64url.encode(key) }
      const kid = await calculateJwkThumbprint(jwk, enc === 'A256CBC-HS512' ? 'sha512' : 'sha256')
      const token = await new EncryptJWT({ name: 'Zoë' })
        .setProtectedHeader({ alg: 'dir', enc, kid })
        .encrypt(key)
      expect((await jwe.derive('a secret', 'salt', enc)).kid).toBe(kid)
      expect(JSON.parse((await jwe.decrypt('a secret', 'salt', token, enc)) ?? '')).toEqual({ name: 'Zoë' })
    },
  )

  it('decrypts the tokens of every implementation', async () => {
    for (const other of Object.values(implementations)) {
      await fc.assert(
        fc.asyncProperty(tokens, async ({ secret, salt, text }) => {
          // A lone surrogate cannot be encoded as UTF-8. JSON, the only sealed format, escapes it.
          const sealed = JSON.stringify(text)
          expect(await jwe.decrypt(secret, salt, await other.encrypt(secret, salt, sealed))).toBe(sealed)
        }),
        { numRuns: 30 },
      )
    }
  })

  // proves CFG-21
  it('rejects a token in which one character was changed', async () => {
    const token = await jwe.encrypt('a secret', 'salt', JSON.stringify({ name: 'Ann' }))
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const lastIndexes = new Set([...token.matchAll(/\.|$/g)].map(({ index }) => index - 1))
    for (const [index, character] of [...token].entries()) {
      // The last character of a part has unused bits, so another character can decode to the same
      // bytes.
      if (character === '.' || lastIndexes.has(index)) continue
      const other = alphabet[(alphabet.indexOf(character) + 17) % alphabet.length]
      expect(
        await jwe.decrypt('a secret', 'salt', token.slice(0, index) + other + token.slice(index + 1)),
      ).toBeUndefined()
    }
  })

  // proves CB-10, P-JW-2
  it('rejects a token with another secret or another salt', async () => {
    const token = await jwe.encrypt('a secret', 'salt', '{}')
    expect(await jwe.decrypt('another secret', 'salt', token)).toBeUndefined()
    expect(await jwe.decrypt('a secret', 'another salt', token)).toBeUndefined()
  })

  // proves P-JW-1
  it('rejects a truncated tag and a wrong number of parts', async () => {
    const token = await jwe.encrypt('a secret', 'salt', '{}')
    const [header, , iv, ciphertext, tag = ''] = token.split('.')
    for (const length of [0, 4, 8, 16, 31]) {
      const short = base64url.encode(base64url.decode(tag).subarray(0, length))
      expect(
        await jwe.decrypt('a secret', 'salt', [header, '', iv, ciphertext, short].join('.')),
      ).toBeUndefined()
    }
    expect(
      await jwe.decrypt('a secret', 'salt', [header, 'AAAA', iv, ciphertext, tag].join('.')),
    ).toBeUndefined()
    expect(await jwe.decrypt('a secret', 'salt', [header, '', iv, ciphertext].join('.'))).toBeUndefined()
    expect(
      await jwe.decrypt('a secret', 'salt', [header, '', iv, ciphertext, tag, 'AAAA'].join('.')),
    ).toBeUndefined()
  })

  it.each([
    ['the base64 alphabet', (part: string) => part.replaceAll('-', '+').replaceAll('_', '/')],
    [
      'characters with the same low byte',
      (part: string) => [...part].map((one) => String.fromCharCode(one.charCodeAt(0) + 0x100)).join(''),
    ],
  ])('rejects a token whose bytes are encoded with %s', async (_, write) => {
    const token = await jwe.encrypt('a secret', 'salt', JSON.stringify({ name: 'Ann'.repeat(1000) }))
    const parts = token.split('.')
    for (const index of [2, 3, 4]) {
      const part = parts[index] ?? ''
      const changed = parts.with(index, write(part)).join('.')
      if (write(part) !== part) expect(await jwe.decrypt('a secret', 'salt', changed)).toBeUndefined()
    }
    expect(write(parts[3] ?? '')).not.toBe(parts[3])
  })

  it.each(['A256CBC-HS512', 'A256GCM'] as const)(
    'rejects a token that is encrypted with %s and is not UTF-8',
    async (enc) => {
      const key = await referenceKey('a secret', 'salt', enc)
      const seal = (...bytes: number[]): Promise<string> =>
        new CompactEncrypt(Uint8Array.from(bytes)).setProtectedHeader({ alg: 'dir', enc }).encrypt(key)
      expect(await jwe.decrypt('a secret', 'salt', await seal(0x7b, 0x7d), enc)).toBe('{}')
      expect(await jwe.decrypt('a secret', 'salt', await seal(0x22, 0xc3, 0x28, 0x22), enc)).toBeUndefined()
    },
  )

  it('rejects text that is not a token', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.array(fc.base64String(), { minLength: 5, maxLength: 5 }),
        async (text, parts) => {
          expect(await jwe.decrypt('a secret', 'salt', text)).toBeUndefined()
          expect(await jwe.decrypt('a secret', 'salt', parts.join('.'))).toBeUndefined()
        },
      ),
      { numRuns: 100 },
    )
  })
})

// proves AUD-F11
it('a keyed hash is 256 bits of HMAC-SHA-512 with the first half of the derived key', async () => {
  const key = (await referenceKey('a secret', 'salt', 'A256CBC-HS512')).subarray(0, 32)
  const expected = createHmac('sha512', key).update('a text').digest('hex').slice(0, 64)
  expect({
    node: nodeMac(node.deriveKey('a secret', 'salt', 'A256CBC-HS512'), 'a text'),
    web: await webMac(await web.deriveKey('a secret', 'salt', 'A256CBC-HS512'), 'a text'),
  }).toEqual({ node: expected, web: expected })
})
