// Longer than other files because it contains the one table of all errors.
/**
 * Where the user sees an error: on the sign-in page, on the error page, or in the response itself.
 * `log`: the error is only logged, because the request succeeds anyway. If such an error is thrown,
 * it is shown like `error`.
 */
export type ErrorPlace = 'signIn' | 'error' | 'response' | 'log'

interface ErrorFacts {
  readonly place: ErrorPlace
  /** HTTP status of the response, or of the page to which the browser is redirected. */
  readonly status: number
  /** Whether the browser receives the type. It receives `Configuration` for all other errors. */
  readonly isPublic: boolean
}

/** All errors of Latchkey. To add one, add a line here and a class below. */
const facts = {
  AccessDenied: { place: 'error', status: 403, isPublic: true },
  AccountNotLinked: { place: 'signIn', status: 403, isPublic: true },
  AdapterError: { place: 'error', status: 500, isPublic: false },
  AuthError: { place: 'error', status: 500, isPublic: false },
  BadRequest: { place: 'response', status: 400, isPublic: true },
  CallbackRouteError: { place: 'error', status: 500, isPublic: false },
  CredentialsSignin: { place: 'signIn', status: 401, isPublic: true },
  DuplicateConditionalUI: { place: 'error', status: 500, isPublic: false },
  EmailSignInError: { place: 'signIn', status: 400, isPublic: true },
  ErrorPageLoop: { place: 'log', status: 500, isPublic: false },
  EventError: { place: 'log', status: 500, isPublic: false },
  ExperimentalFeatureNotEnabled: { place: 'error', status: 500, isPublic: false },
  InvalidCallbackUrl: { place: 'error', status: 400, isPublic: false },
  InvalidCheck: { place: 'error', status: 400, isPublic: false },
  InvalidEndpoints: { place: 'error', status: 500, isPublic: false },
  InvalidLogoutToken: { place: 'response', status: 400, isPublic: true },
  InvalidOption: { place: 'error', status: 500, isPublic: false },
  InvalidProvider: { place: 'error', status: 500, isPublic: false },
  JWTSessionError: { place: 'log', status: 500, isPublic: false },
  LastSignInMethod: { place: 'response', status: 409, isPublic: true },
  MethodNotAllowed: { place: 'response', status: 405, isPublic: true },
  MissingAdapter: { place: 'error', status: 500, isPublic: false },
  MissingAdapterMethods: { place: 'error', status: 500, isPublic: false },
  MissingAuthorize: { place: 'error', status: 500, isPublic: false },
  MissingCSRF: { place: 'signIn', status: 403, isPublic: true },
  MissingCookie: { place: 'signIn', status: 400, isPublic: true },
  MissingScript: { place: 'signIn', status: 400, isPublic: true },
  MissingSecret: { place: 'error', status: 500, isPublic: false },
  MissingWebAuthnAutocomplete: { place: 'error', status: 500, isPublic: false },
  OAuthAccountNotLinked: { place: 'signIn', status: 403, isPublic: true },
  OAuthCallbackError: { place: 'signIn', status: 400, isPublic: true },
  OAuthProfileParseError: { place: 'signIn', status: 500, isPublic: false },
  OAuthSignInError: { place: 'signIn', status: 500, isPublic: false },
  PayloadTooLarge: { place: 'response', status: 413, isPublic: true },
  ProviderSignOutError: { place: 'log', status: 500, isPublic: false },
  ProviderUnavailable: { place: 'response', status: 503, isPublic: true },
  RefreshRejected: { place: 'error', status: 500, isPublic: false },
  ScopesMissing: { place: 'response', status: 403, isPublic: true },
  ServiceUnavailable: { place: 'signIn', status: 503, isPublic: true },
  SessionError: { place: 'error', status: 500, isPublic: false },
  SessionTokenError: { place: 'log', status: 500, isPublic: false },
  SignInError: { place: 'signIn', status: 500, isPublic: false },
  SignOutError: { place: 'error', status: 503, isPublic: true },
  StoreError: { place: 'error', status: 500, isPublic: false },
  TokensExpired: { place: 'response', status: 401, isPublic: true },
  TooManyRequests: { place: 'signIn', status: 429, isPublic: true },
  UnknownAction: { place: 'response', status: 404, isPublic: true },
  UnknownProvider: { place: 'error', status: 404, isPublic: false },
  UnsupportedMediaType: { place: 'response', status: 415, isPublic: true },
  UnsupportedStrategy: { place: 'error', status: 500, isPublic: false },
  UntrustedHost: { place: 'error', status: 500, isPublic: false },
  Verification: { place: 'error', status: 403, isPublic: true },
  WebAuthnVerificationError: { place: 'error', status: 401, isPublic: true },
} as const

/** The stable name of an error. It appears in logs. */
export type ErrorType = keyof typeof facts

const factsByType: Readonly<Record<ErrorType, ErrorFacts>> = facts

/** The parameter `error` of the error page. */
export type ErrorPageParam = 'Configuration' | PublicTypeAt<'error'>

/** The parameter `error` of the sign-in page. */
export type SignInPageErrorParam = 'Configuration' | PublicTypeAt<'signIn'>

/** The errors that the browser sees in a place. */
type PublicTypeAt<P extends ErrorPlace> = {
  [T in ErrorType]: (typeof facts)[T] extends { place: P; isPublic: true } ? T : never
}[ErrorType]

type Cause = Record<string, unknown> & { err?: Error }

/** The key of the function that decides whether a failure that repeats is logged. @internal */
export const entryOf: unique symbol = Symbol.for('latchkey.entryOf')

/** The log entry that a failure belongs to. @internal */
export interface LogEntry {
  /** The reference of the entry. If it is another one, the failure is not logged again. */
  readonly reference: string
  /** How many failures of the same cause were not logged since the previous entry. */
  readonly repeated?: number
}

/** The second argument of an error: the original error, `{ cause }`, or details for the log. */
export type AuthErrorOptions = Error | { cause?: unknown } | Record<string, unknown>

/**
 * The base class of all errors of Latchkey. Thrown itself when an unexpected error occurs, often in
 * one of your callbacks: read `cause.err`.
 *
 * `type` identifies the error and is the same in every release. `cause.err` is the original error,
 * if there is one.
 *
 * @example
 * ```ts
 * import { AuthError } from 'latchkey/errors'
 *
 * async function signInWithPassword(form: FormData) {
 *   try {
 *     await signIn('credentials', form)
 *   } catch (error) {
 *     if (!(error instanceof AuthError)) throw error // Frameworks also throw to redirect.
 *     const isWrong = error.type === 'CredentialsSignin'
 *     return { message: isWrong ? 'Incorrect e-mail address or password.' : 'Please try again.' }
 *   }
 * }
 * ```
 */
export class AuthError extends Error {
  static readonly type: string = 'AuthError'
  readonly type: ErrorType
  declare cause?: Cause
  /**
   * `true` for an `AdapterError` or `StoreError` if the same call may succeed later: the database
   * or the store cannot be reached, is read-only, or has no connection left. The client receives
   * `ServiceUnavailable` with status 503.
   */
  declare readonly isTemporary?: boolean
  /** `true` for an `AdapterError` or `StoreError` if the call was given up after its time limit. */
  declare readonly isTimeout?: boolean
  /** Decides whether a failure that repeats is logged. @internal */
  declare readonly [entryOf]?: (reference: string, logged: AuthError) => LogEntry

  constructor(message?: string | AuthErrorOptions, options?: AuthErrorOptions) {
    super(typeof message === 'string' ? message : message instanceof Error ? message.message : undefined)
    this.type = knownType(new.target)
    this.name = new.target.type
    const cause = { ...causeOf(typeof message === 'string' ? undefined : message), ...causeOf(options) }
    if (Object.keys(cause).length > 0)
      Object.defineProperty(this, 'cause', { value: cause, configurable: true, writable: true })
  }
}

/**
 * Returns the type of a class, or of its nearest parent class with a known type: applications can
 * define subclasses with types of their own.
 */
function knownType(errorClass: typeof AuthError): ErrorType {
  if (Object.hasOwn(facts, errorClass.type)) return errorClass.type as ErrorType
  return knownType(Object.getPrototypeOf(errorClass) as typeof AuthError)
}

function causeOf(options: AuthErrorOptions | undefined): Cause {
  if (options === undefined || options === null) return {}
  if (options instanceof Error) return { ...factsIn(options.cause), err: options }
  if (!('cause' in options)) return { ...options }
  const { cause, ...rest } = options
  return cause instanceof Error ? { ...rest, err: cause } : { ...rest, ...factsIn(cause) }
}

/** A cause can be any value. One that is not an object is stored as `cause`. */
function factsIn(cause: unknown): object {
  if (cause === undefined || cause === null) return {}
  return typeof cause === 'object' ? cause : { cause }
}

/** Returns a thrown value as an `Error`. @internal */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error
    ? thrown
    : new Error(typeof thrown === 'string' ? thrown : 'The thrown value is not an error.')
}

/** Returns the place, status and visibility of an error. @internal */
export function factsOf(error: AuthError): ErrorFacts {
  const known = factsByType[error.type]
  return error.isTemporary ? { ...known, status: 503, isPublic: true } : known
}

/** Returns the type that the browser receives: the error's own, or `Configuration`. @internal */
export function publicTypeOf(error: AuthError): string {
  if (error.isTemporary) return 'ServiceUnavailable'
  return factsOf(error).isPublic ? error.type : 'Configuration'
}

/**
 * Returns the status of the error page for a type in its URL; 200 for an unknown type.
 *
 * @internal
 */
export function statusOfType(type: string | undefined): number {
  if (type === 'Configuration') return 500
  return type !== undefined && Object.hasOwn(facts, type) ? factsByType[type as ErrorType].status : 200
}

/** Returns whether the type of an error may be shown to the client. */
export function isClientError(error: Error): error is AuthError {
  return error instanceof AuthError && factsOf(error).isPublic
}

/**
 * Thrown when the `signIn` callback denies a sign-in or throws an error; the message is then that
 * of the thrown error. To allow the sign-in, return `true` from the callback. Also thrown when a
 * provider says that the e-mail address of a new user is not verified, and the adapter cannot
 * remove the access later.
 */
export class AccessDenied extends AuthError {
  static override readonly type: string = 'AccessDenied'
}

/**
 * Thrown when a method of the adapter fails. `cause.err` is the error of the database, and
 * `cause.method` is the name of the method. With `isTimeout`, the method took longer than
 * `timeouts.adapter`. With `isTemporary`, the response has status 503. Users stay signed in. Check
 * the database; the next request tries again.
 */
export class AdapterError extends AuthError {
  static override readonly type: string = 'AdapterError'
}

/**
 * Thrown when a request is malformed: its body, a parameter or a header. Send a form or JSON. A
 * proxy must send exactly one host and one protocol.
 */
export class BadRequest extends AuthError {
  static override readonly type: string = 'BadRequest'
}

/**
 * Thrown when a sign-in fails for another reason: `authorize` threw an error, or the provider sent
 * an invalid response. `cause.err` is the original error, and `cause.provider` is the id of the
 * provider. Check the client ID, the client secret and the callback URL that is
 * registered with the provider.
 */
export class CallbackRouteError extends AuthError {
  static override readonly type: string = 'CallbackRouteError'
}

/** Parent class of the errors that lead back to the sign-in page. Your own errors can extend it. */
export class SignInError extends AuthError {
  static override readonly type: string = 'SignInError'
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
 * Thrown when credentials are wrong: `authorize` returned no user or threw this error. To
 * distinguish cases, throw a subclass with another `code`. The code becomes part of the URL: it
 * must not reveal whether the user name or the password was wrong.
 *
 * @example
 * ```ts
 * import { CredentialsSignin } from 'latchkey/errors'
 *
 * class TooManyAttempts extends CredentialsSignin {
 *   code = 'too-many-attempts'
 * }
 * ```
 */
export class CredentialsSignin extends SignInError {
  static override readonly type: string = 'CredentialsSignin'
  code: string = 'credentials'
}

/**
 * Thrown when two passkey providers have `enableConditionalUI`. Browsers suggest the passkeys of
 * only one in a form field. Set `enableConditionalUI: false` on all but one.
 */
export class DuplicateConditionalUI extends AuthError {
  static override readonly type: string = 'DuplicateConditionalUI'
}

/**
 * Thrown when an e-mail address is invalid, or when an e-mail could not be sent; `cause.err` is
 * then the original error. Check `server` and `from`, or your `sendVerificationRequest`.
 */
export class EmailSignInError extends SignInError {
  static override readonly type: string = 'EmailSignInError'
}

/**
 * Logged, not thrown, when the configuration is invalid and the page `pages.error` redirects back
 * because it requires a session, or is a Latchkey endpoint. The built-in page is shown instead.
 * Make the page accessible without a session.
 */
export class ErrorPageLoop extends AuthError {
  static override readonly type: string = 'ErrorPageLoop'
}

/**
 * Logged, not thrown, when a listener in `events` throws. Nothing else is affected. Catch the error
 * in the listener; `cause.event` is its name.
 */
export class EventError extends AuthError {
  static override readonly type: string = 'EventError'
}

/**
 * Thrown when a provider needs an experimental feature that is not enabled. For passkeys, set
 * `experimental: { enableWebAuthn: true }`.
 */
export class ExperimentalFeatureNotEnabled extends AuthError {
  static override readonly type: string = 'ExperimentalFeatureNotEnabled'
}

/**
 * Never thrown by Latchkey: a callback URL that is not allowed is replaced by the home page.
 * Exported for code that refers to it by name. To allow a URL, return it from the `redirect`
 * callback.
 */
export class InvalidCallbackUrl extends AuthError {
  static override readonly type: string = 'InvalidCallbackUrl'
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
 * Thrown when a provider has neither an `issuer` nor all endpoints, or when one of them is not a
 * valid URL. Set `AUTH_<ID>_ISSUER`, or pass `issuer` or the endpoint that the message names.
 */
export class InvalidEndpoints extends AuthError {
  static override readonly type: string = 'InvalidEndpoints'
}

/**
 * Thrown when a logout token is not valid, so that no session was ended. The message names the
 * check. Only providers send such requests: see whether the provider or another client sent it.
 */
export class InvalidLogoutToken extends AuthError {
  static override readonly type: string = 'InvalidLogoutToken'
}

/**
 * Thrown when an option or an environment variable has an invalid value. Change the value as the
 * message says.
 */
export class InvalidOption extends AuthError {
  static override readonly type: string = 'InvalidOption'
}

/**
 * Thrown when a provider is invalid: it has no client ID or client secret, has the same id as
 * another, or does not support the requested operation. Set `AUTH_<ID>_ID` and `AUTH_<ID>_SECRET`,
 * or the option that the message names.
 */
export class InvalidProvider extends AuthError {
  static override readonly type: string = 'InvalidProvider'
}

/**
 * Thrown by `decode` of `latchkey/jwt` when a token has expired, was modified, or was encrypted
 * with another secret. For a session cookie it is only logged, and the cookie is cleared. When you
 * change the secret, keep the old one in the list: `secret: [newest, old]`.
 */
export class JWTSessionError extends AuthError {
  static override readonly type: string = 'JWTSessionError'
}

/**
 * Thrown by `user.accounts.unlink` when the user could not sign in again without this account. Ask
 * the user to add another account or a passkey first.
 */
export class LastSignInMethod extends AuthError {
  static override readonly type: string = 'LastSignInMethod'
}

/**
 * Thrown when an endpoint does not support the HTTP method of a request. Use a method from the
 * `Allow` header. To start a sign-in, submit a form; a link does not work.
 */
export class MethodNotAllowed extends AuthError {
  static override readonly type: string = 'MethodNotAllowed'
}

/**
 * Thrown when database sessions, e-mail links or passkeys are configured without an `adapter`. Pass
 * an `adapter`. If only the sessions need it, you can set `session.strategy` to `"jwt"` instead.
 */
export class MissingAdapter extends AuthError {
  static override readonly type: string = 'MissingAdapter'
}

/**
 * Thrown when the adapter lacks methods that the configuration needs. Use an adapter with the
 * methods that the message lists.
 */
export class MissingAdapterMethods extends AuthError {
  static override readonly type: string = 'MissingAdapterMethods'
}

/**
 * Thrown when a credentials provider has no `authorize` function. Add
 * `async authorize(credentials) { … }` and return the user or `null`.
 */
export class MissingAuthorize extends AuthError {
  static override readonly type: string = 'MissingAuthorize'
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
 * Thrown when no secret is set, or when it is empty. Set `AUTH_SECRET` to the output of
 * `openssl rand -base64 33`.
 */
export class MissingSecret extends AuthError {
  static override readonly type: string = 'MissingSecret'
}
export { MissingSecret as MissingSecretError }

/**
 * Thrown when a passkey provider has `enableConditionalUI`, but no form field can suggest passkeys.
 * Add `webauthn` at the end of the `autocomplete` value of a field in `formFields`.
 */
export class MissingWebAuthnAutocomplete extends AuthError {
  static override readonly type: string = 'MissingWebAuthnAutocomplete'
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
 * Never thrown by Latchkey: a failure before the redirect to the provider has an error of its own.
 * Exported for code that refers to it by name.
 */
export class OAuthSignInError extends SignInError {
  static override readonly type: string = 'OAuthSignInError'
}

/**
 * Thrown when the body of a request is larger than 64 KB or has more than 100 fields. Send a
 * smaller body.
 */
export class PayloadTooLarge extends AuthError {
  static override readonly type: string = 'PayloadTooLarge'
}

/**
 * Thrown when a sign-in needs something that is not available now: a provider or a mail service
 * does not respond in time, too many passwords are hashed at the same time, or another request has
 * been creating the same user for two seconds. `cause.retryAfter` is the time to wait, in seconds.
 * Users stay signed in. A sign-in with a password is not counted as an attempt, an e-mail only
 * after many failures. Your own code may throw it, for example in `authorize`.
 */
export class ServiceUnavailable extends SignInError {
  static override readonly type: string = 'ServiceUnavailable'
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
 * Thrown when a `jwt` or `session` callback throws or returns nothing, so that the session cannot
 * be read. Users stay signed in. Catch errors in the callback, and return the token or the session.
 */
export class SessionError extends AuthError {
  static override readonly type: string = 'SessionError'
}

/**
 * Never thrown by Latchkey: a failure of the database is an `AdapterError`. Exported for code that
 * refers to it by name.
 */
export class SessionTokenError extends AuthError {
  static override readonly type: string = 'SessionTokenError'
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
 * Thrown when a call to the `store` fails. `cause.err` is the error of the store, and
 * `cause.command` is the name of the call. With `isTimeout`, the call took longer than
 * `timeouts.store`. With `isTemporary`, the response has status 503. No new sign-in succeeds, and
 * users stay signed in. Check the store; the next request tries again.
 */
export class StoreError extends AuthError {
  static override readonly type: string = 'StoreError'
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

/**
 * Thrown when too many sign-ins failed for one account or from one client. `cause.retryAfter` is
 * the time to wait, in seconds. To change the limits, set `limits`.
 */
export class TooManyRequests extends SignInError {
  static override readonly type: string = 'TooManyRequests'
}

/** Thrown when no endpoint has this path. Check `basePath` and the route of the handlers. */
export class UnknownAction extends AuthError {
  static override readonly type: string = 'UnknownAction'
}

/**
 * Thrown when no provider has the given id, or when the callback path contains no id. Use the `id`
 * of a provider in `providers`; `GET /providers` lists them.
 */
export class UnknownProvider extends AuthError {
  static override readonly type: string = 'UnknownProvider'
}

/**
 * Thrown when a request body is neither a form nor JSON. Send `application/x-www-form-urlencoded`
 * or `application/json`.
 */
export class UnsupportedMediaType extends AuthError {
  static override readonly type: string = 'UnsupportedMediaType'
}

/**
 * Thrown when `session.strategy` is neither `"jwt"` nor `"database"`. Set it to one of them, or
 * omit it.
 */
export class UnsupportedStrategy extends AuthError {
  static override readonly type: string = 'UnsupportedStrategy'
}

/**
 * Thrown when the host of a request is not trusted. Set `AUTH_URL`. Behind a proxy that sets the
 * host safely, you can set `AUTH_TRUST_HOST=true` instead. In development, set
 * `NODE_ENV=development`. With `trustedHosts`, add the host to the list.
 */
export class UntrustedHost extends AuthError {
  static override readonly type: string = 'UntrustedHost'
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
}
