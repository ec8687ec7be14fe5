import type { Awaitable } from './basics.ts'
import type { JWT } from './session.ts'

/** Parameters of `encode`. `Payload` are the claims. */
export interface JWTEncodeParams<Payload = JWT> {
  /** The claims. Default: none. */
  token?: Payload | undefined
  /** The secret. From a list, the first secret encrypts. */
  secret: string | string[]
  /**
   * Identifies the token's purpose: a token for one purpose is not valid for another. A session
   * token's salt is its cookie's name.
   */
  salt: string
  /** Token lifetime in seconds. Default: 2592000 (30 days). */
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
  /** Token lifetime in seconds; at most `session.maxAge`. */
  maxAge: number
  /**
   * Returns the token for the given claims. Include `iat` and `exp`: a token without `iat` is
   * renewed on every read.
   */
  encode: (params: JWTEncodeParams) => Awaitable<string>
  /**
   * Returns a token's claims. If it returns `null` or throws, the token is invalid and its cookie
   * is cleared.
   */
  decode: (params: JWTDecodeParams) => Awaitable<JWT | null>
}
