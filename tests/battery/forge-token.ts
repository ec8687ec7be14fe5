import { hkdfSync, randomBytes } from 'node:crypto'
import { base64url, CompactEncrypt, calculateJwkThumbprint, SignJWT, UnsecuredJWT } from 'jose'
import { currentTime, overrideClaims } from './claims.ts'

/** A session token that an attacker writes, with or without the secret. */
export interface ForgedToken {
  /** `dir`: encrypted as the library does, with the differences below. Others: see `forgeToken`. */
  readonly type: 'dir' | 'jws-none' | 'jws-hs256' | 'jwe-none' | 'pbes2' | 'a256kw' | 'random'
  readonly claims?: Readonly<Record<string, unknown>>
  /** Default: the one of the application. */
  readonly secret?: string
  /** The purpose that the key is derived for. Default: a session. */
  readonly salt?: string
  readonly enc?: 'A256CBC-HS512' | 'A256GCM'
  readonly hasKeyId?: boolean
  readonly header?: Readonly<Record<string, unknown>>
  /** In place of the claims. */
  readonly rawPayload?: string
  /** Whether `jws-hs256` is signed with the secret. */
  readonly withSecret?: boolean
  /** The number of iterations of `pbes2`. */
  readonly p2c?: number
  /** Bytes of `random`. */
  readonly size?: number
}

const ENC = 'A256CBC-HS512'
const KEY_LENGTHS = { [ENC]: 64, A256GCM: 32 }

/** Writes a token. `defaults` are the secret and the salt of the application. */
export async function forgeToken(
  token: ForgedToken,
  defaults: { readonly secret: string; readonly salt: string },
): Promise<string> {
  const { type, enc = ENC } = token
  switch (type) {
    case 'dir':
      return encrypt(token, { ...defaults, ...token })
    case 'jws-none':
      return new UnsecuredJWT(pickClaims(token)).encode()
    case 'jws-hs256':
      return new SignJWT(pickClaims(token))
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .sign(utf8(token.withSecret ? (token.secret ?? defaults.secret) : 'guess'))
    case 'jwe-none':
      return join({ alg: 'none', enc: 'A256GCM' }, 0, 12, utf8(JSON.stringify(pickClaims(token))), 16)
    case 'pbes2':
      return join(
        { alg: 'PBES2-HS512+A256KW', enc: ENC, p2c: token.p2c, p2s: base64url.encode(randomBytes(16)) },
        72,
        16,
        64,
        32,
      )
    case 'a256kw':
      return join({ alg: 'A256KW', enc }, 72, 16, 64, 32)
    case 'random':
      return join({ alg: 'dir', enc, kid: 'x' }, 0, 16, token.size ?? 64, 32)
  }
}

async function encrypt(
  token: ForgedToken,
  { secret, salt }: { secret: string; salt: string },
): Promise<string> {
  const { enc = ENC, hasKeyId = true, header = {} } = token
  const info = `Auth.js Generated Encryption Key (${salt})`
  const key = new Uint8Array(hkdfSync('sha256', secret, salt, info, KEY_LENGTHS[enc]))
  const kid = await calculateJwkThumbprint(
    { kty: 'oct', k: base64url.encode(key) },
    key.byteLength === 64 ? 'sha512' : 'sha256',
  )
  return new CompactEncrypt(utf8(token.rawPayload ?? JSON.stringify(pickClaims(token))))
    .setProtectedHeader({ alg: 'dir', enc, ...(hasKeyId && { kid }), ...header })
    .encrypt(key, { crit: { x: true } })
}

function pickClaims({ claims }: ForgedToken): Record<string, unknown> {
  const iat = currentTime()
  const mallory = { name: 'Mallory', email: 'mallory@evil.example', sub: 'mallory' }
  return overrideClaims({ ...mallory, iat, exp: iat + 3600, jti: crypto.randomUUID() }, claims)
}

/** Joins the parts of a JWE in compact form. A number stands for so many random bytes. */
function join(header: object, ...parts: readonly (number | Uint8Array)[]): string {
  const bytes = parts.map((part) => (typeof part === 'number' ? randomBytes(part) : part))
  return [utf8(JSON.stringify(header)), ...bytes].map((part) => base64url.encode(part)).join('.')
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
