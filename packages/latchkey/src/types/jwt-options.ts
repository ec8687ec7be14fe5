import type { Awaitable } from './basics.ts'
import type { JWT } from './session.ts'

/** Parameters of `encode`. `Payload` are the claims. */
export interface JWTEncodeParams<Payload = JWT> {
  /** The claims. Default: none. */
  token?: Payload | undefined
  /** The secret. From a list, the first secret encrypts. */
  secret: string | string[]
  /**
   * Identifies the purpose of the token: a token for one purpose is not valid for another. The salt
   * of a session token is the name of its cookie.
   */
  salt: string
  /** Lifetime of the token in seconds. Default: 2592000 (30 days). */
  maxAge?: number
}

/** Parameters of `decode`. */
export interface JWTDecodeParams {
  token?: string
  /** The secret. From a list, each secret is tried. */
  secret: string | string[]
  /** The salt with which the token was encoded. */
  salt: string
}

/**
 * How the session token is encoded and decoded with the strategy `jwt`. Other encrypted data is not
 * affected.
 */
export interface JWTOptions {
  /** Encrypts only the session token. Default: the configuration's `secret`. */
  secret: string | readonly string[]
  /** Lifetime of a token in seconds; at most `session.maxAge`. */
  maxAge: number
  /**
   * Returns the token for the given claims. Include `iat` and `exp`: a token without `iat` is
   * renewed on every read.
   */
  encode: (params: JWTEncodeParams) => Awaitable<string>
  /**
   * Returns the claims of a token. If it returns `null` or throws, the token is invalid and its
   * cookie is cleared.
   */
  decode: (params: JWTDecodeParams) => Awaitable<JWT | null>
}
