import { AuthError } from './auth-error.ts'

/**
 * Thrown by `decode` of `latchkey/jwt` when a token has expired, was modified, or was encrypted
 * with another secret. For a session cookie it is only logged, and the cookie is cleared. When you
 * change the secret, keep the old one in the list: `secret: [new, old]`; with several processes,
 * set `[old, new]` in all of them first.
 */
export class JWTSessionError extends AuthError {
  static override readonly type: string = 'JWTSessionError'
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
