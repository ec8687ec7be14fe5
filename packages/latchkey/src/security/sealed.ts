import { decrypt, encrypt, type JweKey } from '#jwe'
import type { Unsealed } from '../contract.ts'
import { type ContentEncryption, type JweParts, splitJwe } from './jwe-format.ts'
import { keyFor } from './keys.ts'
import type { OpenedTokens } from './opened-tokens.ts'

/** Clocks of two machines may differ by this many seconds. */
const CLOCK_TOLERANCE = 15
/** More than the cookies of a session hold; what is longer is not worth a look. */
const LONGEST_TOKEN = 32 * 1024

/** Which secrets open and, the first of them, seal; and for what. */
export interface SealingKeys {
  readonly secrets: readonly string[]
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
 * @param jti of what is sealed again; else a new one
 */
export async function seal(
  claims: object,
  keys: SealingKeys,
  lifetime: number,
  now: number,
  jti: string = crypto.randomUUID(),
): Promise<SealedClaims> {
  const [secret] = keys.secrets
  if (secret === undefined) throw new TypeError('seal: no secret')
  const issuedAt = Math.floor(now / 1000)
  const expiresAt = issuedAt + lifetime
  const text = JSON.stringify({ ...claims, iat: issuedAt, exp: expiresAt, jti })
  return { token: await encrypt(await keyFor(secret, keys.salt, 'A256CBC-HS512'), text), expiresAt }
}

/**
 * Opens what `seal` made; also A256GCM and tokens without `kid`, which other tools write.
 * `undefined` when the token is foreign, broken, of another purpose, or its time is over.
 *
 * @param now milliseconds since 1970
 * @param memory of tokens that are sent again and again
 */
export async function unseal(token: string, keys: SealingKeys, now: number, memory?: OpenedTokens): Promise<Unsealed | undefined> {
  if (token.length > LONGEST_TOKEN) return undefined
  const parts = splitJwe(token)
  if (parts === undefined) return undefined
  const found = await findKey(parts, keys)
  if (found === undefined) return undefined
  const known = memory?.get(token, found.key)
  const text = known ?? (await decrypt(found.key, parts))
  if (text === undefined) return undefined
  if (known === undefined) memory?.add(token, found.key, text)
  const claims = parseObject(text)
  if (claims === undefined || !isInTime(claims, now / 1000)) return undefined
  return { claims, text, issuedAt: claims.iat, expiresAt: claims.exp, isCurrent: found.isCurrent }
}

interface FoundKey {
  readonly key: JweKey
  readonly isCurrent: boolean
}

async function findKey(parts: JweParts, keys: SealingKeys): Promise<FoundKey | undefined> {
  // The header of our own tokens is the same text for the same key: comparing it saves decoding it.
  for (const [index, secret] of keys.secrets.entries()) {
    const key = await keyFor(secret, keys.salt, 'A256CBC-HS512')
    if (key.header === parts.header) return { key, isCurrent: index === 0 }
  }
  const header = readHeader(parts.header)
  if (header === undefined) return undefined
  for (const [index, secret] of keys.secrets.entries()) {
    const key = await keyFor(secret, keys.salt, header.enc)
    if (header.kid === undefined || header.kid === key.kid) return { key, isCurrent: index === 0 && header.enc === 'A256CBC-HS512' }
  }
  return undefined
}

interface Header {
  readonly enc: ContentEncryption
  readonly kid: string | undefined
}

/** The header of a token by another tool. Anything in it that we do not know is a reason to refuse. @see https://www.rfc-editor.org/rfc/rfc8725 */
function readHeader(encoded: string): Header | undefined {
  const header = parseObject(decodeText(encoded))
  if (header === undefined) return undefined
  const { alg, enc, kid, ...rest } = header
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

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** Has a token's time begun, and is it not over? @param now seconds since 1970 */
export function isInTime(claims: Record<string, unknown>, now: number): claims is { iat: number; exp: number } {
  const { iat, exp, nbf } = claims
  if (typeof exp !== 'number' || exp + CLOCK_TOLERANCE <= now) return false
  if (typeof iat !== 'number' || iat - CLOCK_TOLERANCE > now) return false
  return nbf === undefined || (typeof nbf === 'number' && nbf - CLOCK_TOLERANCE <= now)
}
