import type { DecodedToken, SessionCodec } from '../contract/session.ts'
import { isInTime, seal, unseal } from '../crypto/sealed.ts'
import { TokenCache } from '../crypto/token-cache.ts'
import { asError, SessionError } from '../errors.ts'
import { isRecord } from '../records/record.ts'
import type { JWTOptions } from '../types/jwt-options.ts'
import type { JWT } from '../types/session.ts'
import { runCallback } from './run-callback.ts'

/** One for the whole process: a configuration that is made anew for each request finds it, too. */
const sessionTokens = new TokenCache()

/**
 * How session tokens are written and read: in our encrypted format, or as the application's own
 * functions do it.
 *
 * @param secrets the first of them writes, each of them reads
 * @param maxAge seconds
 */
export function createSessionCodec(
  { encode, decode }: Partial<JWTOptions>,
  secrets: readonly string[],
  maxAge: number,
): SessionCodec {
  return {
    maxAge,
    encode: encode
      ? encodeBy(encode, secrets)
      : (claims, salt, { now, lifetime, jti }) => seal(claims, { secrets, salt }, lifetime, now, jti),
    decode: decode
      ? decodeBy(decode, secrets, maxAge)
      : (token, salt, now) => unseal(token, { secrets, salt }, now, sessionTokens),
  }
}

function encodeBy(encode: JWTOptions['encode'], secrets: readonly string[]): SessionCodec['encode'] {
  return async (claims, salt, { now, lifetime, jti }) => {
    // By it the session is ended, in all of its copies.
    const token = { ...claims, jti: jti ?? claims.jti ?? crypto.randomUUID() }
    const written = await runCallback('jwt.encode', () =>
      encode({ token, secret: asOption(secrets), salt, maxAge: lifetime }),
    )
    if (typeof written === 'string' && written !== '')
      return { token: written, expiresAt: Math.floor(now / 1000) + lifetime }
    throw new SessionError(
      '`jwt.encode` gave no text. Let it return the token as it is to stand in the cookie.',
    )
  }
}

function decodeBy(
  decode: JWTOptions['decode'],
  secrets: readonly string[],
  maxAge: number,
): SessionCodec['decode'] {
  return async (token, salt, now) => {
    let claims: JWT | null
    try {
      claims = await decode({ token, secret: asOption(secrets), salt })
    } catch (error) {
      return asError(error)
    }
    return isRecord(claims) ? checkTimes(claims, maxAge, now / 1000) : undefined
  }
}

/** A token that does not tell its age counts as new, and as one to be written again. */
function checkTimes(claims: JWT, maxAge: number, now: number): DecodedToken | undefined {
  const iat = claims.iat ?? Math.floor(now)
  const times = { iat, exp: claims.exp ?? iat + maxAge, nbf: claims.nbf }
  if (!isInTime(times, now)) return undefined
  return {
    claims,
    text: JSON.stringify(claims),
    issuedAt: times.iat,
    expiresAt: times.exp,
    expires: () => new Date(times.exp * 1000).toISOString(),
    isCurrent: typeof claims.iat === 'number',
  }
}

/** As an application most likely configured it. */
function asOption(secrets: readonly string[]): string | string[] {
  const [first = '', ...others] = secrets
  return others.length === 0 ? first : [first, ...others]
}
