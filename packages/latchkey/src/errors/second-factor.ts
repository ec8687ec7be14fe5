import { AuthError, type ErrorFacts } from './auth-error.ts'
import { SignInError } from './credentials.ts'

/** Thrown when a code or passkey for the second factor is wrong, or was already used. */
export class SecondFactorFailed extends AuthError {
  static override readonly type: string = 'SecondFactorFailed'
  override readonly type = 'SecondFactorFailed'

  /** @internal */
  get facts(): ErrorFacts {
    return { place: 'verify', status: 401, isPublic: true }
  }
}

/**
 * Thrown when the second factor of a sign-in is sent that began more than 10 minutes ago or in
 * another browser, or that was completed already. Sign in again.
 */
export class SignInExpired extends SignInError {
  static override readonly type: string = 'SignInExpired'
  override readonly type = 'SignInExpired'

  /** @internal */
  get facts(): ErrorFacts {
    return { place: 'signIn', status: 401, isPublic: true }
  }
}

/**
 * Thrown by `signIn` with `redirect: false` when something is required before the session starts,
 * such as a second factor. The sign-in waits for 10 minutes in this browser. Redirect to `url`.
 */
export class SignInIncomplete extends AuthError {
  static override readonly type: string = 'SignInIncomplete'
  override readonly type = 'SignInIncomplete'
  /** What is required. */
  declare readonly requirement: string
  /** The page that asks for it, and leads on from there. */
  declare readonly url: string

  /** @param facts what is required, and the URL of the page that asks for it */
  constructor(message: string, facts: Readonly<Pick<SignInIncomplete, 'requirement' | 'url'>>) {
    super(message, facts)
    Object.assign(this, facts)
  }

  /** @internal */
  get facts(): ErrorFacts {
    return { place: 'response', status: 401, isPublic: true }
  }
}

/**
 * Thrown by `protect` where the sign-in is not recent enough, or lacks a second factor. When it
 * leaves a page or an action, the integrations redirect to `url`.
 */
export class StepUpRequired extends AuthError {
  static override readonly type: string = 'StepUpRequired'
  override readonly type = 'StepUpRequired'
  /** The page where the user confirms who they are, and which leads back. */
  declare readonly url: string

  /** @param facts the URL of the page */
  constructor(message: string, facts: Readonly<Pick<StepUpRequired, 'url'>>) {
    super(message, facts)
    Object.assign(this, facts)
  }

  /** @internal */
  get facts(): ErrorFacts {
    return { place: 'response', status: 401, isPublic: true }
  }
}
