import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { toBase64url } from '../crypto/base64url.ts'
import { tokenHash } from './token-hash.ts'

function idTokenWith(alg: unknown): string {
  return `${toBase64url(new TextEncoder().encode(JSON.stringify({ alg })))}.payload.signature`
}

/** The left half of a hash. */
function leftHalf(hash: string, token: string): string {
  const digest = createHash(hash).update(token).digest()
  return digest.subarray(0, digest.length / 2).toString('base64url')
}

// proves AUD-D8
describe('the hash of an access token', () => {
  it('matches the example in OpenID Connect Core', async () => {
    const token = 'jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y'
    expect(await tokenHash(token, idTokenWith('RS256'))).toBe('77QmUPtjPfzWtF2AnpK9RQ')
  })

  it.each([
    ['ES256', 'sha256'],
    ['HS256', 'sha256'],
    ['PS384', 'sha384'],
    ['ES512', 'sha512'],
    ['EdDSA', 'sha512'],
    ['Ed25519', 'sha512'],
  ])('uses the hash of the algorithm %s: %s', async (alg, hash) => {
    expect(await tokenHash('token', idTokenWith(alg))).toBe(leftHalf(hash, 'token'))
  })

  it.each(['none', 'RS1', 'ML-DSA-44', 256, undefined])(
    'does not exist for the algorithm %s',
    async (alg) => {
      expect(await tokenHash('token', idTokenWith(alg))).toBeUndefined()
    },
  )

  it('does not exist for a header that cannot be read', async () => {
    expect(await tokenHash('token', '§.payload.signature')).toBeUndefined()
  })
})
