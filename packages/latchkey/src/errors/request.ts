import { AuthError } from './auth-error.ts'

/**
 * Thrown when a request is malformed: its body, a parameter or a header. Send a form or JSON. A
 * proxy must send exactly one host and one protocol.
 */
export class BadRequest extends AuthError {
  static override readonly type: string = 'BadRequest'
}

/**
 * Thrown when an endpoint does not support the HTTP method of a request. Use a method from the
 * `Allow` header. To start a sign-in, submit a form; a link does not work.
 */
export class MethodNotAllowed extends AuthError {
  static override readonly type: string = 'MethodNotAllowed'
}

/**
 * Thrown when the body of a request is larger than 64 KB or has more than 100 fields. Send a
 * smaller body.
 */
export class PayloadTooLarge extends AuthError {
  static override readonly type: string = 'PayloadTooLarge'
}

/** Thrown when no endpoint has this path. Check `basePath` and the route of the handlers. */
export class UnknownAction extends AuthError {
  static override readonly type: string = 'UnknownAction'
}

/**
 * Thrown when no provider has the given id, or when the callback path contains no id. Use the `id`
 * of a provider in `providers`; `GET /providers` lists them.
 */
export class UnknownProvider extends AuthError {
  static override readonly type: string = 'UnknownProvider'
}

/**
 * Thrown when a request body is neither a form nor JSON. Send `application/x-www-form-urlencoded`
 * or `application/json`.
 */
export class UnsupportedMediaType extends AuthError {
  static override readonly type: string = 'UnsupportedMediaType'
}
