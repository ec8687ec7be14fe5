import { fromBase64url, toBase64url } from '../crypto/base64url.ts'
import { CallbackRouteError } from '../errors/callbacks.ts'
import { parseRecord } from '../records/record.ts'
import type { Profile } from '../types/user.ts'

/** EdDSA is used with Ed25519, which hashes with SHA-512. */
const ALGORITHM = /^(?:(?:RS|PS|ES|HS)(256|384|512)|EdDSA|Ed25519)$/

/**
 * Compares the access token with the `at_hash` of its ID token, if there is one. The ID token must
 * be verified.
 *
 * @throws {CallbackRouteError} if they do not match
 * @see https://openid.net/specs/openid-connect-core-1_0.html#CodeIDToken
 */
export async function requireTokenHash(
  provider: string,
  claims: Profile | undefined,
  accessToken: string,
  idToken: string,
): Promise<void> {
  const named = claims?.at_hash ?? undefined
  if (named === undefined || named === (await tokenHash(accessToken, idToken))) return
  throw new CallbackRouteError(
    `The \`at_hash\` in the ID token from "${provider}" does not match the access token. ` +
      'One of the two was replaced in transit, or the provider is faulty.',
    { provider },
  )
}

/**
 * Returns the left half of an access token's hash, or `undefined` if the ID token's algorithm has
 * none.
 */
export async function tokenHash(accessToken: string, idToken: string): Promise<string | undefined> {
  const header = fromBase64url(idToken.slice(0, idToken.indexOf('.'))) ?? new Uint8Array()
  const { alg } = parseRecord(new TextDecoder().decode(header)) ?? {}
  const found = typeof alg === 'string' ? ALGORITHM.exec(alg) : null
  if (found === null) return undefined
  const digest = await crypto.subtle.digest(`SHA-${found[1] ?? 512}`, new TextEncoder().encode(accessToken))
  return toBase64url(new Uint8Array(digest, 0, digest.byteLength / 2))
}
