/** What is known of a user's password. */
export interface PasswordStatus {
  readonly isSet: boolean
  /** When it was last changed; `null` if it is not known. */
  readonly changedAt: Date | null
  /** Whether the user has to choose another one at the next sign-in. */
  readonly mustChange: boolean
}

/** A user's password. Needs the provider `Password`. */
export interface UserPassword {
  /** Returns whether the user has a password, and since when. */
  status(): Promise<PasswordStatus>
  /**
   * Replaces the password. The user's other sessions end; this one continues with a new token. Needs a
   * response that can set cookies.
   *
   * @throws {CredentialsSignin} if `current` is wrong. It counts as a failed sign-in
   * @throws {PasswordRejected} if `next` does not meet the rules
   * @throws {TooManyRequests} after too many wrong passwords
   */
  change(passwords: { readonly current: string; readonly next: string }): Promise<void>
  /**
   * Gives a password to a user who has none, for example one who signed up with a provider. The user's
   * other sessions end. Needs a response that can set cookies.
   *
   * @throws {StepUpRequired} without a sign-in in the last 15 minutes
   * @throws {PasswordRejected} if `next` does not meet the rules
   * @throws {PasswordExists} if the user already has one
   */
  set(password: { readonly next: string }): Promise<void>
  /**
   * Removes the password. The user's other sessions end. Needs a response that can set cookies.
   *
   * @returns whether the user had one
   * @throws {StepUpRequired} without a sign-in in the last 15 minutes
   * @throws {LastSignInMethod} if the user could not sign in again
   */
  remove(): Promise<boolean>
}
