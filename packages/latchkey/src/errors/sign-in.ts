import { AuthError } from './auth-error.ts'
import { SignInError } from './credentials.ts'

/**
 * Thrown when the `signIn` callback or `registration` denies a sign-in or throws an error; the
 * message is then that of the thrown error. To allow the sign-in, return `true` from it. Also thrown when a
 * provider says that a new user's e-mail address is not verified, and the adapter cannot
 * remove the access later.
 */
export class AccessDenied extends AuthError {
  static override readonly type: string = 'AccessDenied'
}

/**
 * Thrown when a passkey, or the e-mail address given with it, belongs to another user, or when the
 * user who started the sign-in is no longer signed in. Sign in with the original method, then add
 * the passkey.
 */
export class AccountNotLinked extends SignInError {
  static override readonly type: string = 'AccountNotLinked'
}

/**
 * Thrown when an e-mail address is invalid, or when an e-mail could not be sent; `cause.err` is
 * then the original error. Check `server` and `from`, or your `sendVerificationRequest`.
 */
export class EmailSignInError extends SignInError {
  static override readonly type: string = 'EmailSignInError'
}

/**
 * Thrown when a provider's response belongs to no sign-in that started in this browser: `state` is
 * missing, expired, was already used, or is for another provider. On a redirect proxy, thrown when
 * the response cannot be forwarded. Start the sign-in again. If it happens often, serve sign-in and
 * callback from the same host, and keep the cookies.
 */
export class InvalidCheck extends AuthError {
  static override readonly type: string = 'InvalidCheck'
}

/**
 * Thrown when a form was submitted from another origin, or when its origin could not be verified.
 * Send `csrfToken` from `GET /csrf` together with its cookie. Browsers do not need it.
 */
export class MissingCSRF extends SignInError {
  static override readonly type: string = 'MissingCSRF'
}

/**
 * Thrown when the browser does not send back the cookie that a sign-in set: it blocks cookies, or
 * the sign-in continues on another host, in another browser or after too long. It is also thrown
 * when an attribute keeps the cookie away, such as `Secure` over http. The message names the likely
 * causes. Open the application at one address only, the one in `AUTH_URL`.
 */
export class MissingCookie extends SignInError {
  static override readonly type: string = 'MissingCookie'
}

/**
 * Thrown when the form for passkeys is sent without the script of the page, which adds the passkey
 * to it. The browser runs no JavaScript, or a Content Security Policy of a proxy blocks the script.
 * Exclude `basePath` from that policy.
 */
export class MissingScript extends SignInError {
  static override readonly type: string = 'MissingScript'
}

/**
 * Thrown when an account, or its e-mail address, belongs to another user, or when the user who
 * started the sign-in is no longer signed in. Sign in with the original method, then link the
 * account. See also `allowDangerousEmailAccountLinking`.
 */
export class OAuthAccountNotLinked extends SignInError {
  static override readonly type: string = 'OAuthAccountNotLinked'
}

/**
 * Thrown when a provider responds with an error, for example because the user cancelled, or when
 * its response is invalid. Unless the user cancelled, read the provider's message in the log.
 */
export class OAuthCallbackError extends SignInError {
  static override readonly type: string = 'OAuthCallbackError'
}

/**
 * Thrown when the `profile` function of a provider throws or returns no `id`. Return
 * `{ id, name, email, image }`, with the same `id` each time.
 */
export class OAuthProfileParseError extends SignInError {
  static override readonly type: string = 'OAuthProfileParseError'
}

/**
 * Never thrown by Latchkey: a failure before the redirect to the provider has its own error.
 * Exported for code that refers to it by name.
 */
export class OAuthSignInError extends SignInError {
  static override readonly type: string = 'OAuthSignInError'
}

/**
 * Thrown when too many sign-ins failed for one account or from one client. `cause.retryAfter` is
 * the time to wait, in seconds. To change the limits, set `limits`.
 */
export class TooManyRequests extends SignInError {
  static override readonly type: string = 'TooManyRequests'
}

/**
 * Thrown when an e-mail link has expired, was already used, or was never issued. Request a new
 * link.
 */
export class Verification extends AuthError {
  static override readonly type: string = 'Verification'
}

/**
 * Thrown when a passkey response is rejected: the passkey is unknown, the signature is invalid, the
 * response is for another site, or the signature counter is outdated. `cause.err` can contain the
 * reason. If it always happens, check `relayingParty` and the origin.
 */
export class WebAuthnVerificationError extends AuthError {
  static override readonly type: string = 'WebAuthnVerificationError'
  /**
   * `unknown-passkey` if the passkey is not registered, so that its password manager can remove it.
   * Only if clients cannot know the ids of others: with `residentKey: 'required'`.
   */
  code?: 'unknown-passkey'
}
