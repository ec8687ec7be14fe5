import type { AccountExport } from './account-export.ts'
import type { AccountOverview } from './account-pages.ts'
import type { ConnectedAccounts } from './connected-accounts.ts'
import type { UserSecondFactor } from './second-factor.ts'
import type { SecurityEvent } from './security-events.ts'
import type { UserEmail } from './user-email.ts'
import type { UserPasskeys } from './user-passkeys.ts'
import type { UserPassword } from './user-password.ts'
import type { UserSessions } from './user-sessions.ts'

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

/** Which security events are wanted. */
export interface SecurityEventsOptions {
  /** How many at most: 1 to 500. Default: 50. */
  limit?: number | undefined
  /** Only those before this time: for the next page, the time of the last event. */
  before?: Date | undefined
}

/** What has happened to a user's account. Needs `account: { security: true }` and an adapter. */
export interface UserSecurityEvents {
  /**
   * Returns the events, the newest first.
   *
   * @throws {MissingAdapterMethods} if the adapter does not keep them
   */
  list(options?: SecurityEventsOptions): Promise<SecurityEvent[]>
}

/** How the user confirmed that the account is to be deleted. */
export interface DeleteUserOptions {
  /**
   * The user's e-mail address, as the user typed it, or the user's `id`, if your code asked in another
   * way.
   */
  confirm: string
}

/** The user who is signed in, for server code. */
export interface CurrentUser {
  readonly id: string
  readonly accounts: ConnectedAccounts
  readonly email: UserEmail
  readonly passkeys: UserPasskeys
  readonly password: UserPassword
  /** The user's second factors. They need the option `secondFactor`. */
  readonly secondFactor: UserSecondFactor
  readonly sessions: UserSessions
  readonly events: UserSecurityEvents
  /**
   * Returns what the account pages show, in one object. Sections that the configuration cannot serve
   * are `undefined`.
   *
   * @throws {InvalidOption} without account pages: `account: true`
   */
  overview(): Promise<AccountOverview>
  /**
   * Returns everything that Latchkey and the adapter hold about the user, without secrets: no tokens
   * of providers or sessions, no hashes, no keys of authenticator apps.
   *
   * @throws {StepUpRequired} without a sign-in in the last 15 minutes
   */
  export(): Promise<AccountExport>
  /**
   * Deletes the user with everything that Latchkey and the adapter hold, ends all sessions, and revokes
   * the tokens at providers that allow it. The event `userDeleted` has the id, for your own tables.
   * Needs a response that can set cookies.
   *
   * @returns whether the user was deleted: `false` if `confirm` is neither the address nor the id
   * @throws {StepUpRequired} without a sign-in in the last 15 minutes
   * @throws {MissingAdapterMethods} without an adapter that has `deleteUser`
   */
  delete(options: DeleteUserOptions): Promise<boolean>
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
