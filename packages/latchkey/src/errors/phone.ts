import type { ErrorFacts } from './auth-error.ts'
import { SignInError } from './credentials.ts'

/**
 * Thrown when a telephone number is invalid or has no country code, or when a code could not be sent to it;
 * `cause.err` is then the original error. Check the function `send` of `Code`.
 */
export class PhoneSignInError extends SignInError {
  static override readonly type: string = 'PhoneSignInError'
  override readonly type = 'PhoneSignInError'

  /** @internal */
  get facts(): ErrorFacts {
    return { place: 'signIn', status: 400, isPublic: true }
  }
}
