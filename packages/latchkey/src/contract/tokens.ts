import type { Awaitable } from './basics.ts'
import type { JWT } from './people.ts'

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

/** What was in a token. */
export interface DecodedToken {
  readonly claims: Record<string, unknown>
  /** The claims as they were sealed. */
  readonly text: string
  /** Seconds since 1970. */
  readonly issuedAt: number
  /** Seconds since 1970. */
  readonly expiresAt: number
  /** The same as text, by ISO 8601. */
  readonly expires: () => string
  /** Sealed with the first secret, so that it need not be sealed again because of a rotation. */
  readonly isCurrent: boolean
}

/** How the token of a session is written and read. `salt` is the name of its cookie, `now` milliseconds since 1970. */
export interface SessionCodec {
  /** Seconds that a token lives at most. */
  readonly maxAge: number
  /** @throws {SessionError} when the application's own function failed */
  encode(
    claims: JWT,
    salt: string,
    times: TokenTimes,
  ): Promise<{ readonly token: string; readonly expiresAt: number }>
  /** `undefined`, or the error of the application's own function, when the token is no good. */
  decode(token: string, salt: string, now: number): Awaitable<DecodedToken | Error | undefined>
}

export interface TokenTimes {
  /** Milliseconds since 1970. */
  readonly now: number
  /** Seconds. */
  readonly lifetime: number
  /** That of the token which is written again: it names the session. */
  readonly jti?: string
}
