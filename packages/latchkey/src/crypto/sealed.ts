import { decrypt, encrypt, type JweKey } from '#crypto'
import { andThen, awaitAll } from '../async/awaitable.ts'
import type { DecodedToken } from '../contract/session.ts'
import { parseRecord } from '../records/record.ts'
import type { Awaitable } from '../types/basics.ts'
import { type ContentEncryption, type JweParts, splitJwe } from './jwe-format.ts'
import { keyFor } from './keys.ts'
import type { TokenCache, VerifiedToken } from './token-cache.ts'

/** The clock difference that is allowed between machines that issue and read tokens. */
const TOKEN_CLOCK_TOLERANCE_SECONDS = 15
/** More than a session's cookies can hold. */
const MAX_TOKEN_LENGTH = 32 * 1024

/** The secrets and the purpose. The first secret encrypts; all of them decrypt. */
export interface SealingKeys {
  readonly secrets: readonly string[]
  /** Names the purpose: a token for one purpose cannot be opened for another. */
  readonly salt: string
}

export interface SealedClaims {
  readonly token: string
  readonly expiresAt: number
}

/**
 * Seals claims as a compact JWE (`dir`, A256CBC-HS512) with `iat`, `exp` and `jti`.
 *
 * @param lifetime seconds
 * @param now milliseconds since 1970
 * @param jti when a token is sealed again. Default: a new one
 */
export async function seal(
  claims: object,
  keys: SealingKeys,
  lifetime: number,
  now: number,
  jti: string = crypto.randomUUID(),
): Promise<SealedClaims> {
  const [secret] = keys.secrets
  if (secret === undefined) throw new TypeError('`secret` is empty. Set `AUTH_SECRET`, or pass `secret`.')
  const issuedAt = Math.floor(now / 1000)
  const expiresAt = issuedAt + lifetime
  const text = JSON.stringify({ ...claims, iat: issuedAt, exp: expiresAt, jti })
  return { token: await encrypt(await keyFor(secret, keys.salt, 'A256CBC-HS512'), text), expiresAt }
}

/**
 * Decrypts a token of `seal`. Also accepts A256GCM and tokens without `kid`, which other tools
 * write. Returns `undefined` if the token is unknown, modified, expired or for another purpose.
 *
 * @param now milliseconds since 1970
 * @param cache for tokens that are sent repeatedly
 */
export function unseal(
  token: string,
  keys: SealingKeys,
  now: number,
  cache?: TokenCache,
): Awaitable<DecodedToken | undefined> {
  if (token.length > MAX_TOKEN_LENGTH) return undefined
  return andThen(keysFor(keys, 'A256CBC-HS512'), (own) => {
    const cached = cache?.get(token)
    const verified =
      cached !== undefined && own.includes(cached.key) ? cached : verify(token, own, keys, cache)
    return andThen(verified, (opened) => (opened === undefined ? undefined : decode(opened, own, now, cache)))
  })
}

/** Returns the claims of a verified token if it is valid now. */
function decode(
  opened: VerifiedToken,
  own: readonly JweKey[],
  now: number,
  cache: TokenCache | undefined,
): DecodedToken | undefined {
  const { key, text, claims } = opened
  if (!isInTime(claims, now / 1000)) return undefined
  return {
    claims: cache === undefined ? claims : ownCopy(opened),
    text,
    issuedAt: claims.iat,
    expiresAt: claims.exp,
    expires: () => (opened.expires ??= new Date(claims.exp * 1000).toISOString()),
    isCurrent: key === own[0],
  }
}

/**
 * Verifies a token. The fast path is for Latchkey's tokens: a key's encoded header is always the
 * same text.
 */
function verify(
  token: string,
  own: readonly JweKey[],
  keys: SealingKeys,
  cache: TokenCache | undefined,
): Awaitable<VerifiedToken | undefined> {
  const parts = splitJwe(token)
  if (parts === undefined) return undefined
  const key = own.find(({ header }) => header === parts.header)
  if (key === undefined) return verifyExternal(token, parts, own, keys, cache)
  return andThen(decrypt(key, parts), (text) => remember(token, key, text, cache))
}

/**
 * Verifies a token that another tool wrote. Uses the key that its header names, or the first key if
 * it names none.
 */
async function verifyExternal(
  token: string,
  parts: JweParts,
  own: readonly JweKey[],
  keys: SealingKeys,
  cache: TokenCache | undefined,
): Promise<VerifiedToken | undefined> {
  const header = readHeader(parts.header)
  if (header === undefined) return undefined
  const { kid } = header
  const key = (await keysFor(keys, header.enc)).find(
    (candidate) => kid === undefined || kid === candidate.kid,
  )
  if (key === undefined) return undefined
  // Not cached: the next response replaces a token with another encryption.
  return remember(token, key, await decrypt(key, parts), own.includes(key) ? cache : undefined)
}

function remember(
  token: string,
  key: JweKey,
  text: string | undefined,
  cache: TokenCache | undefined,
): VerifiedToken | undefined {
  const claims = text === undefined ? undefined : parseRecord(text)
  if (text === undefined || claims === undefined) return undefined
  const verified = { key, text, claims }
  cache?.add(token, verified)
  return verified
}

/**
 * Copies the claims for a caller, who may modify them. The cached claims stay as they were sealed.
 */
function ownCopy({ claims, text }: VerifiedToken): Record<string, unknown> {
  const copy = { ...claims }
  // A shallow copy would share nested objects.
  for (const name in copy)
    if (typeof copy[name] === 'object' && copy[name] !== null) return JSON.parse(text) as typeof copy
  return copy
}

/** Returns the keys of all secrets, in the same order. */
function keysFor({ secrets, salt }: SealingKeys, enc: ContentEncryption): Awaitable<readonly JweKey[]> {
  return awaitAll(secrets.map((secret) => keyFor(secret, salt, enc)))
}

interface Header {
  readonly enc: ContentEncryption
  readonly kid: string | undefined
}

/**
 * Reads the header of a token that another tool wrote. Rejects unknown members.
 *
 * @see https://www.rfc-editor.org/rfc/rfc8725
 */
function readHeader(encoded: string): Header | undefined {
  const { alg, enc, kid, ...rest } = parseRecord(decodeText(encoded)) ?? {}
  if (alg !== 'dir' || (enc !== 'A256CBC-HS512' && enc !== 'A256GCM')) return undefined
  if (kid !== undefined && typeof kid !== 'string') return undefined
  if (Object.keys(rest).some((name) => name !== 'typ')) return undefined
  return { enc, kid }
}

function decodeText(base64url: string): string {
  try {
    return atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return ''
  }
}

/** Returns whether a token is valid now. @param now seconds since 1970 */
export function isInTime(
  claims: Record<string, unknown>,
  now: number,
): claims is { iat: number; exp: number } {
  const { iat, exp, nbf } = claims
  if (typeof exp !== 'number' || exp + TOKEN_CLOCK_TOLERANCE_SECONDS <= now) return false
  if (typeof iat !== 'number' || iat - TOKEN_CLOCK_TOLERANCE_SECONDS > now) return false
  return nbf === undefined || (typeof nbf === 'number' && nbf - TOKEN_CLOCK_TOLERANCE_SECONDS <= now)
}
