import type { AdapterAccountType } from './adapter.ts'

/** A user's account at a provider, without its tokens. */
export interface ConnectedAccount {
  readonly provider: string
  readonly providerAccountId: string
  readonly type: AdapterAccountType
  /** The scopes that the provider granted; empty if it did not say. */
  readonly scopes: readonly string[]
}

/** Options of `user.accounts.unlink`. */
export interface UnlinkOptions {
  /**
   * Removes the account even if Latchkey knows no other way for the user to sign in. Set it if your
   * application knows one, such as a password. Default: `false`.
   */
  allowLast?: boolean | undefined
}

/** A user's accounts at providers. They need an `adapter`. */
export interface ConnectedAccounts {
  /**
   * Returns the user's accounts.
   *
   * @throws {MissingAdapterMethods} without an adapter that has `listAccounts`
   */
  list(): Promise<ConnectedAccount[]>
  /**
   * Removes an account, after which it no longer signs the user in. Its tokens are revoked at the
   * provider if it allows that.
   *
   * @returns whether the user had the account
   * @throws {LastSignInMethod} if the user could not sign in again
   * @throws {StepUpRequired} with `account.security`, if the sign-in is not recent
   * @throws {MissingAdapterMethods} without an adapter that has `listAccounts` and `unlinkAccount`
   */
  unlink(provider: string, providerAccountId: string, options?: UnlinkOptions): Promise<boolean>
}
