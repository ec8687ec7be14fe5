import type { DecodedToken, SessionCodec } from '../../contract/session.ts'
import { isInTime } from '../../crypto/sealed.ts'
import { asError } from '../../errors/auth-error.ts'
import { SessionError } from '../../errors/session.ts'
import { isRecord } from '../../records/record.ts'
import type { JWTOptions } from '../../types/jwt-options.ts'
import type { JWT } from '../../types/session.ts'
import { runCallback } from '../callbacks.ts'

/** Returns how the application's `jwt.encode` writes session tokens. */
export function encodeBy(encode: JWTOptions['encode'], secrets: readonly string[]): SessionCodec['encode'] {
  return async (claims, salt, { now, lifetime, jti }) => {
    // Revocation ends all copies of the token by it.
    const token = { ...claims, jti: jti ?? claims.jti ?? crypto.randomUUID() }
    // The function sets `iat` itself. After a revocation, only a token from a later second is
    // valid.
    const wait = now - Date.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    const written = await runCallback('jwt.encode', () =>
      encode({ token, secret: asOption(secrets), salt, maxAge: lifetime }),
    )
    if (typeof written === 'string' && written !== '')
      return { token: written, expiresAt: Math.floor(now / 1000) + lifetime }
    throw new SessionError('`jwt.encode` did not return a string. Make it return the token for the cookie.')
  }
}

/** Returns how the application's `jwt.decode` reads session tokens. */
export function decodeBy(
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

/**
 * Returns the token if it is valid now. A token without `iat` counts as issued now, and is written
 * again.
 */
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

/** Returns the secrets as the application most likely configured them. */
function asOption(secrets: readonly string[]): string | string[] {
  const [first = '', ...others] = secrets
  return others.length === 0 ? first : [first, ...others]
}
