import type { AdapterAccountType } from './adapter.ts'
import type { UserSecondFactor } from './second-factor.ts'

/** Which access token is wanted. */
export interface TokensOptions {
  /**
   * How long the access token must stay valid, in seconds. One that expires earlier is refreshed.
   * Default: 60.
   */
  minValid?: number | undefined
  /**
   * An access token that the provider's API has refused with status 401, although it has not
   * expired. It is refreshed, unless it was already. Default: none.
   */
  refused?: string | undefined
  /** The scopes that the access token must have. Default: any. */
  scopes?: readonly string[] | undefined
  /** The account, if the user has several at the provider. Default: the only one. */
  providerAccountId?: string | undefined
}

/** A provider's access token. Use it on the server only. */
export interface ProviderTokens {
  readonly accessToken: string
  /** When the access token expires; `undefined` if the provider did not say. */
  readonly expiresAt: Date | undefined
  /** The scopes that the provider granted. */
  readonly scopes: readonly string[]
}

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
   * @throws {MissingAdapterMethods} without an adapter that has `listAccounts` and `unlinkAccount`
   */
  unlink(provider: string, providerAccountId: string, options?: UnlinkOptions): Promise<boolean>
}

/** The user who is signed in, for server code. */
export interface CurrentUser {
  readonly id: string
  readonly accounts: ConnectedAccounts
  /** The user's second factors. They need the option `secondFactor`. */
  readonly secondFactor: UserSecondFactor
  /**
   * Returns a provider's access token that is valid for at least `minValid` seconds. Refreshes one
   * that expires earlier: with one request, even if many requests and processes need it at the same
   * time. The session always stays.
   *
   * @param provider the provider id
   * @throws {TokensExpired} if the user must sign in with the provider again
   * @throws {ScopesMissing} if the user did not grant one of the `scopes`
   * @throws {ProviderUnavailable} if the provider cannot refresh the token now
   * @throws {RefreshRejected} if the provider refuses this application
   */
  tokens(provider: string, options?: TokensOptions): Promise<ProviderTokens>
}
