import type { Awaitable, HeaderReader } from './basics.ts'
import type { User } from './user.ts'

/** A sign-in that may need a second factor. */
export interface SecondFactorParams {
  /** The user who signs in. */
  user: User
  /** The provider id. */
  provider: string
  headers: HeaderReader
}

/** Options of the second factor. */
export interface SecondFactorOptions {
  /**
   * Codes of an authenticator app. `issuer` is the name that the app shows. `false` disables them.
   * Default: the application's host.
   *
   * @see https://www.rfc-editor.org/rfc/rfc6238
   */
  totp?: { issuer?: string | undefined } | false | undefined
  /** How many recovery codes a user gets. `0` disables them. Default: 10. */
  recoveryCodes?: number | undefined
  /**
   * Whether a passkey can be the second factor, and whether a sign-in with one that verified the
   * user, by a fingerprint or a PIN, counts as both factors. Default: `true`.
   */
  passkey?: boolean | undefined
  /**
   * How long a device that the user trusts is not asked again, in seconds. `false` always asks.
   * Default: 2592000 (30 days).
   */
  trustDevice?: number | false | undefined
  /**
   * Whether a user without a second factor needs one. `true` refuses the sign-in. `'enroll'` lets
   * the user set one up first. Users who have one are asked in any case. Default: no one needs one.
   */
  require?: ((params: SecondFactorParams) => Awaitable<boolean | 'enroll'>) | undefined
}
