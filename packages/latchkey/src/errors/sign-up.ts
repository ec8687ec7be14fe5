import { AuthError, type ErrorFacts } from './auth-error.ts'

/**
 * Thrown at the end of a sign-up if the address, which is verified now, has an account already. The
 * user signs in instead, or resets the password.
 */
export class AccountExists extends AuthError {
  static override readonly type: string = 'AccountExists'
  override readonly type = 'AccountExists'

  /** @internal */
  get facts(): ErrorFacts {
    return { place: 'signIn', status: 409, isPublic: true }
  }
}
