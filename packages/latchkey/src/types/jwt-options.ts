import type { Awaitable } from './basics.ts'
import type { JWT } from './session.ts'

/** What `encode` is given. */
export interface JWTEncodeParams {
  /** The claims. Default: none. */
  token?: JWT
  /** The first of a list is written with. */
  secret: string | string[]
  /** Names the purpose: a token of one is of no use for another. That of a session token is the name of its cookie. */
  salt: string
  /** Seconds. Default: 2592000 (30 days). */
  maxAge?: number
}

/** What `decode` is given. */
export interface JWTDecodeParams {
  token?: string
  /** Any of a list may have been written with. */
  secret: string | string[]
  /** The one that the token was written with. */
  salt: string
}

/** How the token of a session is written and read, where it lives in the cookie. Nothing else that is sealed is concerned. */
export interface JWTOptions {
  /** Default: the configuration's `secret`. */
  secret: string | readonly string[]
  /** Seconds that a token lives, if that is less than `session.maxAge`. */
  maxAge: number
  /** Let it write `iat` and `exp`: a token without `iat` is written again at each read. */
  encode: (params: JWTEncodeParams) => Awaitable<string>
  /** `null`, or an error: the token is no good, and its cookie is cleared. */
  decode: (params: JWTDecodeParams) => Awaitable<JWT | null>
}
