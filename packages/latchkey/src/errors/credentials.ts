import { AuthError } from './auth-error.ts'

/** Parent class of the errors that lead back to the sign-in page. Your own errors can extend it. */
export class SignInError extends AuthError {
  static override readonly type: string = 'SignInError'
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
