/**
 * Where the user sees an error: on the sign-in page, on the page that asks for the second factor, on
 * the error page, or in the response itself.
 * `log`: the error is only logged, because the request succeeds anyway. If such an error is thrown,
 * it is shown like `error`.
 */
export type ErrorPlace = 'signIn' | 'verify' | 'error' | 'response' | 'log'

export interface ErrorFacts {
  readonly place: ErrorPlace
  /** HTTP status of the response, or of the page to which the browser is redirected. */
  readonly status: number
  /** Whether the browser receives the type. It receives `Configuration` for all other errors. */
  readonly isPublic: boolean
}

/**
 * All errors of Latchkey that every application loads. To add one, add a line here, and a class in
 * a file beside this one. A class that few applications load has its own `facts`.
 */
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
export type ErrorType =
  | keyof typeof facts
  | 'AccountExists'
  | 'PasswordExists'
  | 'PasswordRejected'
  | 'PhoneSignInError'
  | 'SecondFactorFailed'
  | 'SignInExpired'
  | 'SignInIncomplete'
  | 'StepUpRequired'
  | 'UnreadablePassword'

const factsByType: Readonly<Partial<Record<ErrorType, ErrorFacts>>> = facts

/** The parameter `error` of the error page. */
export type ErrorPageParam = 'Configuration' | PublicTypeAt<'error'>

/** The parameter `error` of the sign-in page. */
export type SignInPageErrorParam =
  | 'Configuration'
  | 'PhoneSignInError'
  | 'SignInExpired'
  | PublicTypeAt<'signIn'>

/** The errors that the browser sees in a place. */
type PublicTypeAt<P extends ErrorPlace> = {
  [T in keyof typeof facts]: (typeof facts)[T] extends { place: P; isPublic: true } ? T : never
}[keyof typeof facts]

type Cause = Record<string, unknown> & { err?: Error }

/** The key of the function that decides whether a failure that repeats is logged. @internal */
export const entryOf: unique symbol = Symbol.for('latchkey.entryOf')

/** The key of the class of an error, in every copy of the package. */
const brand: unique symbol = Symbol.for('latchkey.error')

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
    const cause = { ...toCause(typeof message === 'string' ? undefined : message), ...toCause(options) }
    if (Object.keys(cause).length > 0)
      Object.defineProperty(this, 'cause', { value: cause, configurable: true, writable: true })
  }

  /** @internal */
  get [brand](): unknown {
    return this.constructor
  }

  /**
   * Also recognizes errors of other copies of the package, which a bundler or a dependency adds.
   * Classes without their own `type`, as applications define them, are compared by identity.
   *
   * @internal
   */
  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: the class on the right of `instanceof`.
    return isInstance(this, value)
  }
}

function isInstance(errorClass: typeof AuthError, value: unknown): boolean {
  const { type } = errorClass
  let known = Object.getPrototypeOf(errorClass).type !== type && Object(value)[brand]
  while (known && known.type !== type) known = Object.getPrototypeOf(known)
  return Boolean(known) || Function.prototype[Symbol.hasInstance].call(errorClass, value)
}

/**
 * Returns the type of a class, or of its nearest parent class with a known type: applications can
 * define subclasses with types of their own.
 */
function knownType(errorClass: typeof AuthError): ErrorType {
  if (Object.hasOwn(facts, errorClass.type)) return errorClass.type as ErrorType
  return knownType(Object.getPrototypeOf(errorClass) as typeof AuthError)
}

function toCause(options: AuthErrorOptions | undefined): Cause {
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

/**
 * Returns a thrown value as an `Error`. In Jest, the errors of Node.js have another class, and some
 * clients throw objects with a message.
 *
 * @internal
 */
export function asError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown
  const message = typeof thrown === 'string' ? thrown : Object(thrown).message
  return new Error(typeof message === 'string' ? message : 'The thrown value is not an error.')
}

/** Returns the place, status and visibility of an error. @internal */
export function getFacts(error: AuthError): ErrorFacts {
  // A later version, of which the application has a copy, may have further types.
  const known = (error as { facts?: ErrorFacts }).facts ?? factsByType[error.type] ?? facts.AuthError
  return error.isTemporary ? { ...known, status: 503, isPublic: true } : known
}

/** Returns the type that the browser receives: the error's own, or `Configuration`. @internal */
export function getPublicType(error: AuthError): string {
  if (error.isTemporary) return 'ServiceUnavailable'
  return getFacts(error).isPublic ? error.type : 'Configuration'
}

/**
 * Returns the status of the error page for a type in its URL; 200 for an unknown type.
 *
 * @internal
 */
export function getStatus(type: string | undefined): number {
  if (type === 'Configuration') return 500
  return type !== undefined && Object.hasOwn(facts, type) ? facts[type as keyof typeof facts].status : 200
}

/**
 * Returns whether the type of an error may be shown to the client.
 *
 * @example
 * ```ts
 * import { isClientError } from 'latchkey/errors'
 *
 * const codeOf = (error: Error) => (isClientError(error) ? error.type : 'Configuration')
 * ```
 */
export function isClientError(error: Error): error is AuthError {
  return error instanceof AuthError && getFacts(error).isPublic
}
