import { AuthError, type ErrorFacts } from './auth-error.ts'

/**
 * Why a password was rejected. `short`, `long`: its length. `common`: it is widely used. `breached`:
 * it is known from a data breach. `contextWord`: it consists of the user's name, the address or the
 * name of the site. `same`: it is the current one.
 */
export type PasswordReason = 'short' | 'long' | 'common' | 'breached' | 'contextWord' | 'same'

/** Thrown when a new password does not meet the rules. Ask the user for another one. */
export class PasswordRejected extends AuthError {
  static override readonly type: string = 'PasswordRejected'
  override readonly type = 'PasswordRejected'
  /** Why it was rejected. */
  declare readonly reason: PasswordReason
  /** The shortest or longest password that is accepted, in characters. */
  declare readonly limit?: number

  /** @param facts the reason, and the limit of a length */
  constructor(message: string, facts: Readonly<Pick<PasswordRejected, 'reason' | 'limit'>>) {
    super(message, { ...facts })
    Object.assign(this, facts)
  }

  /** @internal */
  get facts(): ErrorFacts {
    return { place: 'response', status: 400, isPublic: true }
  }
}

/**
 * Thrown when a stored password cannot be compared: its format is not known, needs a package, or
 * names costs that would overload the server. It does not count as a wrong password.
 */
export class UnreadablePassword extends AuthError {
  static override readonly type: string = 'UnreadablePassword'
  override readonly type = 'UnreadablePassword'

  /** @internal */
  get facts(): ErrorFacts {
    return { place: 'error', status: 500, isPublic: false }
  }
}

/**
 * Thrown by `user.password.set` when the user already has a password. Call `user.password.change` with
 * the current one.
 */
export class PasswordExists extends AuthError {
  static override readonly type: string = 'PasswordExists'
  override readonly type = 'PasswordExists'

  /** @internal */
  get facts(): ErrorFacts {
    return { place: 'response', status: 409, isPublic: true }
  }
}
