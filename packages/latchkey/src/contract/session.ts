import type { Awaitable } from '../types/basics.ts'
import type { JWT } from '../types/session.ts'

/** A decoded session token. */
export interface DecodedToken {
  readonly claims: Record<string, unknown>
  /** The claims as JSON, as they were encrypted. */
  readonly text: string
  /** Seconds since 1970. */
  readonly issuedAt: number
  /** Seconds since 1970. */
  readonly expiresAt: number
  /** Returns `expiresAt` in ISO 8601. */
  readonly expires: () => string
  /** Whether the token was encrypted with the first secret. If not, it must be renewed. */
  readonly isCurrent: boolean
  /**
   * Whether the token was accepted although the store could not say whether it was ended. It must
   * then not be renewed: an ended session would continue.
   */
  readonly isUnchecked?: true
}

/**
 * How session tokens are encoded and decoded. `salt` is the cookie's name, and `now` is in
 * milliseconds since 1970.
 */
export interface SessionCodec {
  /** A token's maximum lifetime, in seconds. */
  readonly maxAge: number
  /** Whether the application's functions encode or decode the tokens. */
  readonly isCustom: boolean
  /** Encodes claims. @throws {SessionError} if the application's `jwt.encode` failed */
  encode(
    claims: JWT,
    salt: string,
    times: TokenTimes,
  ): Promise<{ readonly token: string; readonly expiresAt: number }>
  /**
   * Decodes a token. Returns `undefined`, or the error of the application's `jwt.decode`, if the
   * token is invalid.
   */
  decode(token: string, salt: string, now: number): Awaitable<DecodedToken | Error | undefined>
}

/** The times of a token to encode. */
export interface TokenTimes {
  /** Milliseconds since 1970. */
  readonly now: number
  /** In seconds. */
  readonly lifetime: number
  /** The renewed token's `jti`: it identifies the session. */
  readonly jti?: string
}
