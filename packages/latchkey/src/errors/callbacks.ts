import { AuthError } from './auth-error.ts'

/**
 * Thrown when a sign-in fails for another reason: `authorize` threw an error, or the provider sent
 * an invalid response. `cause.err` is the original error, and `cause.provider` is the id of the
 * provider. Check the client ID, the client secret and the callback URL that is
 * registered with the provider.
 */
export class CallbackRouteError extends AuthError {
  static override readonly type: string = 'CallbackRouteError'
}

/**
 * Logged, not thrown, when a listener in `events` throws. Nothing else is affected. Catch the error
 * in the listener; `cause.event` is its name.
 */
export class EventError extends AuthError {
  static override readonly type: string = 'EventError'
}
