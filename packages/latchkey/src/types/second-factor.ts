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

/** A second factor that the user has set up. */
export interface EnrolledFactor {
  readonly id: string
  /** `totp`: an authenticator app. `passkey`: any of the user's passkeys. */
  readonly type: 'totp' | 'passkey'
  readonly name: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}

/** An authenticator app to set up. Show the QR code, and the secret as text. */
export interface TotpEnrolment {
  /** Pass it to `confirm`. It is valid for 10 minutes. */
  readonly id: string
  /** What the QR code contains. */
  readonly uri: string
  /** What the user types if they cannot scan the QR code: Base32. */
  readonly secret: string
  /** The QR code, as an SVG element. */
  readonly qr: string
}

/** A second factor that was added. */
export interface AddedFactor {
  readonly id: string
  /** With the first factor, new recovery codes: show them once. Otherwise empty. */
  readonly recoveryCodes: readonly string[]
}

/**
 * A user's second factors. Every change needs a sign-in in the last 15 minutes, with the second
 * factor if the user has one, and a response that can set cookies.
 */
export interface UserSecondFactor {
  /**
   * Starts to set up an authenticator app. Nothing is stored until `confirm`, so you can call it
   * while you render a page.
   *
   * @throws {StepUpRequired} without a recent sign-in
   */
  beginTotp(options?: {
    /** Default: "Authenticator app". */
    name?: string | undefined
  }): Promise<TotpEnrolment>
  /**
   * Adds the authenticator app if its code is right, once, and ends the user's other sessions.
   *
   * @param id from `beginTotp`
   * @param code the 6 digits that the app shows
   * @throws {SecondFactorFailed} if the code is wrong or the `id` has expired or was used
   * @throws {StepUpRequired} without a recent sign-in
   */
  confirm(id: string, code: string): Promise<AddedFactor>
  /** Returns the user's second factors, and how many recovery codes are left. */
  list(): Promise<{
    readonly factors: readonly EnrolledFactor[]
    readonly recoveryCodesLeft: number
  }>
  /**
   * Renames a second factor. Returns whether it exists.
   *
   * @throws {StepUpRequired} without a recent sign-in
   */
  rename(id: string, name: string): Promise<boolean>
  /**
   * Removes a second factor, the recovery codes with the last one, and ends the user's other sessions.
   * Returns whether it existed.
   *
   * @throws {StepUpRequired} without a recent sign-in
   */
  remove(id: string): Promise<boolean>
  /**
   * Replaces the recovery codes and ends the user's other sessions. Show the new codes once.
   *
   * @throws {StepUpRequired} without a recent sign-in
   */
  newRecoveryCodes(): Promise<readonly string[]>
  /**
   * Ends the trust in all the user's devices: each asks for the second factor again.
   *
   * @throws {StepUpRequired} without a recent sign-in
   */
  forgetDevices(): Promise<void>
  /**
   * Lets the user's passkeys count as the second factor, and ends the user's other sessions.
   *
   * @throws {SecondFactorFailed} if the user has no passkey
   * @throws {StepUpRequired} without a recent sign-in
   */
  addPasskeys(): Promise<AddedFactor>
}
