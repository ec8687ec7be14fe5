/** A user's passkey, for a list of passkeys. */
export interface UserPasskey {
  /**
   * The credential id in base64url, as browsers name it. Names the passkey in `rename` and `remove`. It
   * is no secret: it cannot be used to sign in.
   */
  readonly id: string
  /**
   * The name that the user gave it; otherwise that of its password manager or model, such as `iCloud
   * Keychain`, or of the browser that created it, such as `Chrome, Windows`. `null` if nothing is known.
   */
  readonly name: string | null
  /** The password manager or the model, such as `1Password`; `null` if it is not known. */
  readonly model: string | null
  /**
   * Identifies the model: a UUID; `null` if the authenticator does not say.
   *
   * @see https://www.w3.org/TR/webauthn-3/#aaguid
   */
  readonly aaguid: string | null
  /** `null` if it was created before Latchkey kept the date. */
  readonly createdAt: Date | null
  /** When it was last used, to about five minutes; `null` if it is not known. */
  readonly lastUsedAt: Date | null
  /** Whether it was synchronized when it was created, so that it survives the loss of the device. */
  readonly isBackedUp: boolean
  /** How browsers reach it, such as `internal`, `hybrid` or `usb`; empty if it is not known. */
  readonly transports: readonly string[]
}

/** Options of `user.passkeys.remove`. */
export interface RemovePasskeyOptions {
  /**
   * Removes the passkey even if Latchkey knows no other way for the user to sign in. Set it if your
   * application knows one, such as `Credentials`. Default: `false`.
   */
  allowLast?: boolean | undefined
}

/**
 * A user's passkeys. They need a passkey provider, and an adapter with the methods for what is known
 * of passkeys: Latchkey's adapters have them. Changes need `account: { security: true }`, and a response
 * that can set cookies.
 */
export interface UserPasskeys {
  /**
   * Returns the passkeys, the oldest first.
   *
   * @throws {MissingAdapterMethods} if the adapter lacks the methods
   */
  list(): Promise<UserPasskey[]>
  /**
   * Gives a passkey a name of 1 to 100 characters. Returns whether the user has the passkey.
   *
   * @throws {StepUpRequired} without a sign-in in the last 15 minutes, with the second factor if the
   *   user has one
   * @throws {TypeError} if the name is empty or too long
   */
  rename(id: string, name: string): Promise<boolean>
  /**
   * Removes a passkey, after which it no longer signs the user in. The user's other sessions end. With
   * the last one, passkeys no longer count as the user's second factor. Then call `syncPasskeys` from
   * `latchkey/webauthn` in the browser, so that its password manager no longer offers it.
   *
   * @returns whether the user had the passkey
   * @throws {LastSignInMethod} if the user could not sign in again
   * @throws {StepUpRequired} without a sign-in in the last 15 minutes, with the second factor if the
   *   user has one
   */
  remove(id: string, options?: RemovePasskeyOptions): Promise<boolean>
}
