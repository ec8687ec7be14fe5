import { AuthError } from './auth-error.ts'
import { ServiceUnavailable } from './services.ts'

/**
 * Thrown when a logout token is not valid, so that no session was ended. The message names the
 * check. Only providers send such requests: see whether the provider or another client sent it.
 */
export class InvalidLogoutToken extends AuthError {
  static override readonly type: string = 'InvalidLogoutToken'
}

/**
 * Thrown by `user.accounts.unlink`, `user.passkeys.remove` and `user.password.remove` when the user
 * could not sign in again. Ask the user to add another way to sign in first.
 */
export class LastSignInMethod extends AuthError {
  static override readonly type: string = 'LastSignInMethod'
}

/**
 * Logged, not thrown, when a user signed out of the application, but not completely at the
 * provider: it could not be reached, refused to revoke the tokens, or reported an error.
 * `cause.provider` is the id of the provider. Check what the message names.
 */
export class ProviderSignOutError extends AuthError {
  static override readonly type: string = 'ProviderSignOutError'
}

/**
 * Thrown by `user.tokens()` when the provider cannot refresh the access token now: it does not
 * respond in time, or not with tokens. `cause.retryAfter` is the time to wait, in seconds. The user
 * stays signed in, and no token is lost. Try again later.
 */
export class ProviderUnavailable extends ServiceUnavailable {
  static override readonly type: string = 'ProviderUnavailable'
}

/**
 * Thrown by `user.tokens()` when the provider refuses to refresh an access token for a reason that
 * the user cannot change, for example a wrong client secret. The user stays signed in. The message
 * quotes the provider.
 */
export class RefreshRejected extends AuthError {
  static override readonly type: string = 'RefreshRejected'
}

/**
 * Thrown by `user.tokens()` when the user did not grant one of the wanted scopes. Call
 * `signIn(provider, {}, { scope })` with all scopes, in a form on your own page.
 */
export class ScopesMissing extends AuthError {
  static override readonly type: string = 'ScopesMissing'
  /** Id of the provider. */
  declare readonly provider: string
  /** The scopes that are missing. */
  declare readonly scopes: readonly string[]

  /** @param facts the provider, and the scopes that are missing */
  constructor(message: string, facts: { readonly provider: string; readonly scopes: readonly string[] }) {
    super(message, facts)
    Object.assign(this, facts)
  }
}

/**
 * Thrown when a user signs out while the database or the store fails. The cookie is cleared anyway,
 * but a copy of the session may stay valid until it expires. Only logged when another ended session
 * could not be deleted from the database. Check the database and the store.
 */
export class SignOutError extends AuthError {
  static override readonly type: string = 'SignOutError'
  /** The URL at which the user signs out of the provider, before they see the failure. @internal */
  declare readonly continueAt?: string
}

/**
 * Thrown by `user.tokens()` when there is no access token that is valid long enough, and no way to
 * get one without the user: the refresh token has expired or was revoked, or there is none. The
 * user stays signed in. Lead the user to `signInUrl`, or call `signIn(provider)`.
 */
export class TokensExpired extends AuthError {
  static override readonly type: string = 'TokensExpired'
  /** Id of the provider. */
  declare readonly provider: string
  /**
   * `missing`: the user has no tokens of this provider. `expired`: the access token has expired,
   * and there is no refresh token. `revoked`: the provider refused the refresh token. `unreadable`:
   * the stored tokens cannot be decrypted, because their secret is no longer configured.
   */
  declare readonly reason: 'missing' | 'expired' | 'revoked' | 'unreadable'
  /** URL of the sign-in page. */
  declare readonly signInUrl: string

  /** @param facts the provider, the reason, and the URL of the sign-in page */
  constructor(message: string, facts: Readonly<Pick<TokensExpired, 'provider' | 'reason' | 'signInUrl'>>) {
    super(message, facts)
    Object.assign(this, facts)
  }
}
