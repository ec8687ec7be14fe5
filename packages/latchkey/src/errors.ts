// Longer than other files because it is the one table of all failures.
/**
 * Where a failure is shown to a person: on the sign-in page, on the error page, or as the answer to the request itself. `log`: nowhere, because
 * the request succeeds all the same; should one be thrown, it is shown like `error`.
 */
export type ErrorPlace = 'signIn' | 'error' | 'response' | 'log'

interface ErrorFacts {
  readonly place: ErrorPlace
  /** HTTP status of the answer, or of the page that the browser is sent to. */
  readonly status: number
  /** May the type leave the server? Any other failure is told as `Configuration`. */
  readonly isPublic: boolean
}

/** Every failure that Latchkey knows. A new one is a line here and a class below. */
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
  InvalidOption: { place: 'error', status: 500, isPublic: false },
  InvalidProvider: { place: 'error', status: 500, isPublic: false },
  JWTSessionError: { place: 'log', status: 500, isPublic: false },
  MethodNotAllowed: { place: 'response', status: 405, isPublic: true },
  MissingAdapter: { place: 'error', status: 500, isPublic: false },
  MissingAdapterMethods: { place: 'error', status: 500, isPublic: false },
  MissingAuthorize: { place: 'error', status: 500, isPublic: false },
  MissingCSRF: { place: 'signIn', status: 403, isPublic: true },
  MissingSecret: { place: 'error', status: 500, isPublic: false },
  MissingWebAuthnAutocomplete: { place: 'error', status: 500, isPublic: false },
  OAuthAccountNotLinked: { place: 'signIn', status: 403, isPublic: true },
  OAuthCallbackError: { place: 'signIn', status: 400, isPublic: true },
  OAuthProfileParseError: { place: 'signIn', status: 500, isPublic: false },
  OAuthSignInError: { place: 'signIn', status: 500, isPublic: false },
  PayloadTooLarge: { place: 'response', status: 413, isPublic: true },
  SessionError: { place: 'error', status: 500, isPublic: false },
  SessionTokenError: { place: 'log', status: 500, isPublic: false },
  SignInError: { place: 'signIn', status: 500, isPublic: false },
  SignOutError: { place: 'log', status: 500, isPublic: false },
  StoreError: { place: 'error', status: 500, isPublic: false },
  TooManyRequests: { place: 'signIn', status: 429, isPublic: true },
  UnknownAction: { place: 'response', status: 404, isPublic: true },
  UnknownProvider: { place: 'error', status: 404, isPublic: false },
  UnsupportedMediaType: { place: 'response', status: 415, isPublic: true },
  UnsupportedStrategy: { place: 'error', status: 500, isPublic: false },
  UntrustedHost: { place: 'error', status: 500, isPublic: false },
  Verification: { place: 'error', status: 403, isPublic: true },
  WebAuthnVerificationError: { place: 'error', status: 401, isPublic: true },
} as const

/** The stable name of a failure, as found in logs. */
export type ErrorType = keyof typeof facts

const factsByType: Readonly<Record<ErrorType, ErrorFacts>> = facts

type Cause = Record<string, unknown> & { err?: Error }

/** What the second argument of an error may be: the original error, `{ cause }`, or facts for the log. */
export type AuthErrorOptions = Error | { cause?: unknown } | Record<string, unknown>

/**
 * Base of every error of this library.
 *
 * `type` tells what happened and is the same in every release; `cause.err` is the error that led to it, if there was one.
 *
 * @example
 * ```ts
 * import { AuthError } from 'latchkey/errors'
 *
 * async function signInWithPassword(form: FormData) {
 *   try {
 *     await signIn('credentials', form)
 *   } catch (error) {
 *     if (error instanceof AuthError) return { message: error.type === 'CredentialsSignin' ? 'Wrong e-mail or password.' : 'Please try again.' }
 *     throw error // a framework's redirect is thrown, too
 *   }
 * }
 * ```
 */
export class AuthError extends Error {
  static readonly type: string = 'AuthError'
  readonly type: ErrorType
  declare cause?: Cause

  constructor(message?: string | AuthErrorOptions, options?: AuthErrorOptions) {
    super(typeof message === 'string' ? message : message instanceof Error ? message.message : undefined)
    this.type = knownType(new.target)
    this.name = new.target.type
    const cause = { ...causeOf(typeof message === 'string' ? undefined : message), ...causeOf(options) }
    if (Object.keys(cause).length > 0)
      Object.defineProperty(this, 'cause', { value: cause, configurable: true, writable: true })
  }
}

/** The type of a class, or of the nearest class above it that has a known one: applications derive classes of their own. */
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

/** A cause may be anything; what is no record is kept under its own name. */
function factsIn(cause: unknown): object {
  if (cause === undefined || cause === null) return {}
  return typeof cause === 'object' ? cause : { cause }
}

/** Whatever was thrown, as an error. @internal */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error
    ? thrown
    : new Error(typeof thrown === 'string' ? thrown : 'Something that is no error was thrown.')
}

/** The facts of an error's type. @internal */
export function factsOf(error: AuthError): ErrorFacts {
  return factsByType[error.type]
}

/** The word that a browser may see for an error: its type, or `Configuration`. @internal */
export function publicTypeOf(error: AuthError): string {
  return factsOf(error).isPublic ? error.type : 'Configuration'
}

/** The status that the page for a public word has; a word that we never say is an ordinary page. @internal */
export function statusOfType(word: string | undefined): number {
  if (word === 'Configuration') return 500
  return word !== undefined && Object.hasOwn(facts, word) ? factsByType[word as ErrorType].status : 200
}

/** May the type of this error be shown to the client? */
export function isClientError(error: Error): error is AuthError {
  return error instanceof AuthError && factsOf(error).isPublic
}

/** The `signIn` callback said no, or threw; then the message is that of the error it threw. */
export class AccessDenied extends AuthError {
  static override readonly type: string = 'AccessDenied'
}

/** The database failed; `cause.err` has its error, `cause.method` what was asked of it. Nobody is signed out by it. */
export class AdapterError extends AuthError {
  static override readonly type: string = 'AdapterError'
}

/** The request could not be read: a broken body or a malformed parameter. */
export class BadRequest extends AuthError {
  static override readonly type: string = 'BadRequest'
}

/** Something unforeseen failed while a provider's answer was handled; `cause.err` has it, `cause.provider` says where. */
export class CallbackRouteError extends AuthError {
  static override readonly type: string = 'CallbackRouteError'
}

/** Parent of the errors that bring a person back to the sign-in page. */
export class SignInError extends AuthError {
  static override readonly type: string = 'SignInError'
}

/** A passkey belongs to another user than who is signed in, or its e-mail address is taken. Sign in the way you did first, and add the passkey then. */
export class AccountNotLinked extends SignInError {
  static override readonly type: string = 'AccountNotLinked'
}

/**
 * To be thrown by `authorize` when the credentials are wrong. `code` becomes part of the URL: it must not tell which of them was.
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

/** Two WebAuthn providers want to offer passkeys in a field of the sign-in page. Browsers offer those of one. */
export class DuplicateConditionalUI extends AuthError {
  static override readonly type: string = 'DuplicateConditionalUI'
}

/** The address cannot be written to, or the mail could not be sent; `cause.err`. */
export class EmailSignInError extends SignInError {
  static override readonly type: string = 'EmailSignInError'
}

/** The page of the application for errors sends people back to where the error comes from; ours is shown instead. Logged only. */
export class ErrorPageLoop extends AuthError {
  static override readonly type: string = 'ErrorPageLoop'
}

/** A handler in `events` threw. It is logged and changes nothing. */
export class EventError extends AuthError {
  static override readonly type: string = 'EventError'
}

/** A provider needs an experimental feature that the configuration does not enable. */
export class ExperimentalFeatureNotEnabled extends AuthError {
  static override readonly type: string = 'ExperimentalFeatureNotEnabled'
}

/** Not thrown here: a target that is not allowed is replaced by the start page. For code that asks for it by name. */
export class InvalidCallbackUrl extends AuthError {
  static override readonly type: string = 'InvalidCallbackUrl'
}

/**
 * An answer of a provider does not belong to a sign-in that began in this browser: `state` missing, used, expired or of another provider. On a
 * redirect proxy: it is not forwarded.
 */
export class InvalidCheck extends AuthError {
  static override readonly type: string = 'InvalidCheck'
}

/** A provider has neither an `issuer` nor all endpoints. */
export class InvalidEndpoints extends AuthError {
  static override readonly type: string = 'InvalidEndpoints'
}

/** An option of the configuration, or a variable of the environment, has a value that cannot be used. */
export class InvalidOption extends AuthError {
  static override readonly type: string = 'InvalidOption'
}

/** A provider in the configuration cannot be used. */
export class InvalidProvider extends AuthError {
  static override readonly type: string = 'InvalidProvider'
}

/** A session token could not be read. Of a session cookie only logged: it is cleared. Thrown by `decode` of `latchkey/jwt`. */
export class JWTSessionError extends AuthError {
  static override readonly type: string = 'JWTSessionError'
}

/** The path exists, the method does not. */
export class MethodNotAllowed extends AuthError {
  static override readonly type: string = 'MethodNotAllowed'
}

/** Sessions are to live in a database, and there is no adapter. */
export class MissingAdapter extends AuthError {
  static override readonly type: string = 'MissingAdapter'
}

/** The adapter lacks methods that the configuration needs. */
export class MissingAdapterMethods extends AuthError {
  static override readonly type: string = 'MissingAdapterMethods'
}

/** A credentials provider has no `authorize` function. */
export class MissingAuthorize extends AuthError {
  static override readonly type: string = 'MissingAuthorize'
}

/** A form did not come from our own pages, or brought no valid token. */
export class MissingCSRF extends SignInError {
  static override readonly type: string = 'MissingCSRF'
}

/** There is no secret, or it is empty. */
export class MissingSecret extends AuthError {
  static override readonly type: string = 'MissingSecret'
}
export { MissingSecret as MissingSecretError }

/** A WebAuthn provider is to offer passkeys in a field of the sign-in page, and none of its fields asks for them. */
export class MissingWebAuthnAutocomplete extends AuthError {
  static override readonly type: string = 'MissingWebAuthnAutocomplete'
}

/** The account, or its e-mail address, belongs to another user. Who owns both signs in the way they did first, and links the account then. */
export class OAuthAccountNotLinked extends SignInError {
  static override readonly type: string = 'OAuthAccountNotLinked'
}

/** The provider answered with an error, or with an answer that is not valid. */
export class OAuthCallbackError extends SignInError {
  static override readonly type: string = 'OAuthCallbackError'
}

/** The `profile` function of a provider threw, or gave no stable `id`. */
export class OAuthProfileParseError extends SignInError {
  static override readonly type: string = 'OAuthProfileParseError'
}

/** Not thrown here: what fails before the provider is reached has an error of its own. For code that asks for it by name. */
export class OAuthSignInError extends SignInError {
  static override readonly type: string = 'OAuthSignInError'
}

/** The body of a request is larger than is ever needed. */
export class PayloadTooLarge extends AuthError {
  static override readonly type: string = 'PayloadTooLarge'
}

/** Whether there is a session could not be found out: a `jwt` or `session` callback threw. Nobody is signed out by it. */
export class SessionError extends AuthError {
  static override readonly type: string = 'SessionError'
}

/** Not thrown here: a database that fails is told as `AdapterError`. For code that asks for it by name. */
export class SessionTokenError extends AuthError {
  static override readonly type: string = 'SessionTokenError'
}

/** Signing out left something undone in the database; the cookies are gone all the same. Logged only. */
export class SignOutError extends AuthError {
  static override readonly type: string = 'SignOutError'
}

/** The `store` failed; `cause.err` has its error. Nobody is let in or signed out by it. */
export class StoreError extends AuthError {
  static override readonly type: string = 'StoreError'
}

/** Credentials were wrong too often. `cause.retryAfter`: seconds after which it may be tried again. */
export class TooManyRequests extends SignInError {
  static override readonly type: string = 'TooManyRequests'
}

/** No door of ours has this path. */
export class UnknownAction extends AuthError {
  static override readonly type: string = 'UnknownAction'
}

/** No provider with this id is configured, or a path lacks the id of one. */
export class UnknownProvider extends AuthError {
  static override readonly type: string = 'UnknownProvider'
}

/** The body is neither a form nor JSON. */
export class UnsupportedMediaType extends AuthError {
  static override readonly type: string = 'UnsupportedMediaType'
}

/** The configured session strategy cannot be used with the rest of the configuration. */
export class UnsupportedStrategy extends AuthError {
  static override readonly type: string = 'UnsupportedStrategy'
}

/** The host of the request is not one that the application vouches for. */
export class UntrustedHost extends AuthError {
  static override readonly type: string = 'UntrustedHost'
}

/** A link from a mail was used already, is over, or was never sent. */
export class Verification extends AuthError {
  static override readonly type: string = 'Verification'
}

/** The answer of a passkey could not be verified, or belongs to nobody; `cause.err` may tell why. */
export class WebAuthnVerificationError extends AuthError {
  static override readonly type: string = 'WebAuthnVerificationError'
}
