import type { AdapterAccountType } from './adapter.ts'
import type { UserSecondFactor } from './second-factor.ts'
import type { SecurityEvent } from './security-events.ts'
import type { UserEmail } from './user-email.ts'
import type { UserPasskeys } from './user-passkeys.ts'
import type { UserPassword } from './user-password.ts'

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
   * @throws {StepUpRequired} with `account.security`, if the sign-in is not recent
   * @throws {MissingAdapterMethods} without an adapter that has `listAccounts` and `unlinkAccount`
   */
  unlink(provider: string, providerAccountId: string, options?: UnlinkOptions): Promise<boolean>
}

/** The device on which a session started, as its browser describes itself. */
export interface SessionDevice {
  /** For example `Firefox`; `undefined` if it is not known. */
  readonly browser: string | undefined
  /** The operating system, for example `macOS`. */
  readonly os: string | undefined
  /** For example `desktop`, `mobile` or `tablet`. */
  readonly type: string | undefined
}

/** A user's session, for a list of sessions. */
export interface UserSession {
  /** Names the session in `rename` and `revoke`. It is no secret: it cannot be used to sign in. */
  readonly id: string
  /** Whether it is the session of this browser. */
  readonly isCurrent: boolean
  /** The name that the user gave it. */
  readonly name: string | null
  readonly createdAt: Date
  /** When the session was last used, to about five minutes. */
  readonly lastSeenAt: Date
  readonly expires: Date
  readonly device: SessionDevice
  /** How the user signed in: values of `amr`. */
  readonly methods: readonly string[]
  /** The address at the sign-in. Only with `limits.clientAddress`. */
  readonly ip: string | null
}

/** A user's sessions. They need `account: { security: true }`. */
export interface UserSessions {
  /** Returns the sessions, the newest first. Those that began before you set the option are missing. */
  list(): Promise<UserSession[]>
  /** Gives a session a name of at most 100 characters. Returns whether it exists. */
  rename(id: string, name: string): Promise<boolean>
  /**
   * Ends a session. Returns whether it existed. Copies of its cookie also end: immediately, and with
   * the strategy `hybrid` within `session.recheck` seconds.
   *
   * @throws {StepUpRequired} without a sign-in in the last 15 minutes
   */
  revoke(id: string): Promise<boolean>
  /**
   * Ends all sessions but this one, which continues with a new token. Needs a response that can set
   * cookies.
   *
   * @throws {StepUpRequired} without a sign-in in the last 15 minutes
   */
  revokeOthers(): Promise<void>
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
