import type { Awaitable } from '../types/basics.ts'
import type { JWT } from '../types/session.ts'

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
