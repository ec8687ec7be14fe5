/** What `passwords.signUp` needs to send a code and a link. */
export interface SignUpFields {
  readonly email: string
  readonly password: string
  /** Where to go after the sign-up, as a path. Default: the home page. */
  readonly callbackUrl?: string | undefined
  /** The fields in `signUp.fields` of `Password`. Others are ignored. */
  readonly [field: string]: string | undefined
}

/** What `passwords.signUp` needs to complete a sign-up with a code, in the browser that began it. */
export interface SignUpCodeFields {
  readonly code: string
}

/** What `passwords.signUp` needs to complete a sign-up with a link, whose query has both. */
export interface SignUpLinkFields {
  readonly email: string
  readonly token: string
  /** Needed in another browser than the one that began it. The further fields are needed there, too. */
  readonly password?: string | undefined
  readonly [field: string]: string | undefined
}

/** What `passwords.requestReset` needs. Other fields are ignored. */
export interface ResetRequestFields {
  readonly email: string
}

/** What `passwords.reset` needs. `email` and `token` are in the link of the e-mail. */
export interface ResetPasswordFields {
  readonly email: string
  readonly token: string
  /** The new password. */
  readonly password: string
  /** With `reset.signIn`: where to go afterwards, as a path. Default: the home page. */
  readonly callbackUrl?: string | undefined
}

/** Where the user goes on. */
export interface PasswordOutcome {
  /** Where to redirect to. */
  readonly url: string
  /**
   * What is required before the session starts, such as `secondFactor`: redirect to `url`, whose page
   * asks for it.
   */
  readonly requirement?: string | undefined
}

/** Server functions for forms about passwords. Each accepts the fields of a form, or an object. */
export interface Passwords {
  /**
   * Signs a user up. With `email` and `password`, sends a code and a link. For an address that has an
   * account, the result is the same, and the e-mail says so. With `code` or `token`, creates the user
   * and signs the user in.
   *
   * @returns the page that asks for the code, or where the sign-in leads
   * @throws {BadRequest} if a required field is missing, or a field is too long
   * @throws {EmailSignInError} if the address is not valid, or the e-mail could not be sent
   * @throws {PasswordRejected} if the password does not meet the rules. A link stays valid
   * @throws {Verification} if the code is wrong or has expired, or the link was used before
   * @throws {AccountExists} if the address, which is verified now, has an account already
   */
  signUp(fields: FormData | SignUpFields | SignUpCodeFields | SignUpLinkFields): Promise<PasswordOutcome>
  /**
   * Sends a link with which the user of an address chooses a new password. For an address without a
   * user, the result is the same, and the e-mail says that there is no account.
   *
   * @returns the page that says that an e-mail was sent
   * @throws {EmailSignInError} if the address is not valid, or the e-mail could not be sent
   */
  requestReset(fields: FormData | ResetRequestFields): Promise<PasswordOutcome>
  /**
   * Sets the password that the user of a link has chosen. All sessions of the user end.
   *
   * @returns the sign-in page. With `reset.signIn`, where the sign-in leads
   * @throws {PasswordRejected} if the password does not meet the rules. The link stays valid
   * @throws {Verification} if the link has expired, was already used, or was never issued
   */
  reset(fields: FormData | ResetPasswordFields): Promise<PasswordOutcome>
}
