import { decrypt, encrypt, type JweKey } from '#crypto'
import { allOf, andThen } from '../async/awaitable.ts'
import type { DecodedToken } from '../contract/session.ts'
import type { Awaitable } from '../types/basics.ts'
import { type ContentEncryption, splitJwe } from './jwe-format.ts'
import { keyFor } from './keys.ts'
import type { TokenCache, VerifiedToken } from './token-cache.ts'

/** Clocks of two machines may differ by this many seconds. */
const CLOCK_TOLERANCE = 15
/** More than the cookies of a session hold; what is longer is not worth a look. */
const MAX_TOKEN_LENGTH = 32 * 1024

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
export function unseal(
  token: string,
  keys: SealingKeys,
  now: number,
  memory?: TokenCache,
): Awaitable<DecodedToken | undefined> {
  if (token.length > MAX_TOKEN_LENGTH) return undefined
  return andThen(keysFor(keys, 'A256CBC-HS512'), (own) =>
    andThen(recall(token, own, memory) ?? open(token, own, keys, memory), (opened) => {
      if (opened === undefined || !isInTime(opened.claims, now / 1000)) return undefined
      const { key, text, claims } = opened
      return {
        claims: memory === undefined ? claims : ownCopy(opened),
        text,
        issuedAt: claims.iat,
        expiresAt: claims.exp,
        expires: () => (opened.expires ??= new Date(claims.exp * 1000).toISOString()),
        isCurrent: key === own[0],
      }
    }),
  )
}

/** What was found out about a token before, if one of these keys opened it. */
function recall(
  token: string,
  own: readonly JweKey[],
  memory: TokenCache | undefined,
): VerifiedToken | undefined {
  const opened = memory?.get(token)
  return opened !== undefined && own.includes(opened.key) ? opened : undefined
}

/** Verifies a token and opens it. `undefined` when no key fits. */
function open(
  token: string,
  own: readonly JweKey[],
  keys: SealingKeys,
  memory?: TokenCache,
): Awaitable<VerifiedToken | undefined> {
  const parts = splitJwe(token)
  if (parts === undefined) return undefined
  // The header of our own tokens is the same text for the same key: comparing it saves decoding it.
  const known = own.find((key) => key.header === parts.header)
  return andThen<JweKey | undefined, VerifiedToken | undefined>(
    known ?? externalKey(readHeader(parts.header), keys),
    (key) => {
      if (key === undefined) return undefined
      return andThen<string | undefined, VerifiedToken | undefined>(decrypt(key, parts), (text) => {
        const claims = text === undefined ? undefined : parseObject(text)
        if (text === undefined || claims === undefined) return undefined
        const opened = { key, text, claims }
        // What another tool encrypted in another way is sealed anew by the next answer.
        if (own.includes(key)) memory?.add(token, opened)
        return opened
      })
    },
  )
}

/** Claims for whoever asked, who may write into them: what is remembered stays as it was sealed. */
function ownCopy({ claims, text }: VerifiedToken): Record<string, unknown> {
  const copy = { ...claims }
  // Into an object within them somebody could write all the same.
  for (const name in copy)
    if (typeof copy[name] === 'object' && copy[name] !== null) return JSON.parse(text) as typeof copy
  return copy
}

/** The key of a token by another tool; the first one where it does not tell by which it was sealed. */
function externalKey(header: Header | undefined, keys: SealingKeys): Awaitable<JweKey | undefined> {
  if (header === undefined) return undefined
  return andThen(keysFor(keys, header.enc), (all) =>
    all.find((key) => header.kid === undefined || header.kid === key.kid),
  )
}

/** The keys of all secrets, in their order. */
function keysFor({ secrets, salt }: SealingKeys, enc: ContentEncryption): Awaitable<readonly JweKey[]> {
  return allOf(secrets.map((secret) => keyFor(secret, salt, enc)))
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
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

/** Has a token's time begun, and is it not over? @param now seconds since 1970 */
export function isInTime(
  claims: Record<string, unknown>,
  now: number,
): claims is { iat: number; exp: number } {
  const { iat, exp, nbf } = claims
  if (typeof exp !== 'number' || exp + CLOCK_TOLERANCE <= now) return false
  if (typeof iat !== 'number' || iat - CLOCK_TOLERANCE > now) return false
  return nbf === undefined || (typeof nbf === 'number' && nbf - CLOCK_TOLERANCE <= now)
}
