import { AuthError } from './auth-error.ts'
import { SignInError } from './credentials.ts'

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
 * Thrown when a call to the `store` fails. `cause.err` is the error of the store, and
 * `cause.command` is the name of the call. With `isTimeout`, the call took longer than
 * `timeouts.store`. With `isTemporary`, the response has status 503. No new sign-in succeeds, and
 * users stay signed in. Check the store; the next request tries again.
 */
export class StoreError extends AuthError {
  static override readonly type: string = 'StoreError'
}
