/** A change of a user's e-mail address that waits to be confirmed. */
export interface PendingAddressChange {
  /** The new address. */
  readonly address: string
  /** When it ends if it is not confirmed. */
  readonly expires: Date
  /**
   * Where a code still has to be confirmed. `current`: at the present address. `new`: at the new one.
   */
  readonly waitsFor: readonly AddressSide[]
}

/** One of the two addresses of a change. */
export type AddressSide = 'current' | 'new'

/** The result of a code or a link for a change of address. */
export interface ConfirmedAddress {
  /** Whether both sides are confirmed, so that the address has changed. */
  readonly isChanged: boolean
  /** Where a code still has to be confirmed. */
  readonly waitsFor: readonly AddressSide[]
}

/** A user's e-mail address. Needs the options `mail` and `account: { security: true }`, and an adapter. */
export interface UserEmail {
  /**
   * Starts a change of the address: sends a code and a link to the new address, and to the present one
   * if it is verified. The address changes when both are confirmed, within an hour. It replaces a
   * change that waits. If the new address belongs to another user, the result is the same, and that
   * user receives an e-mail. Needs a response that can set cookies.
   *
   * @throws {StepUpRequired} without a sign-in in the last 15 minutes, with the second factor if the
   *   user has one
   * @throws {EmailSignInError} if the address is not valid, or is the present one
   * @throws {TooManyRequests} after too many changes
   */
  change(address: string): Promise<PendingAddressChange>
  /**
   * Confirms one side with the code from its e-mail, in the browser that started the change. When both
   * are confirmed, the address changes: other sessions, and links to the old address, end.
   *
   * @throws {Verification} if the code is wrong or has expired, or no change waits
   */
  confirm(code: string): Promise<ConfirmedAddress>
  /** Returns the change that waits, or `null`. */
  pending(): Promise<PendingAddressChange | null>
  /** Ends the change that waits. Returns whether there was one. */
  cancel(): Promise<boolean>
}
