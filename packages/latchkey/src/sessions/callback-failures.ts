import { asError } from '../errors/auth-error.ts'
import { SessionError } from '../errors/session.ts'

/** @throws {SessionError} for a callback that threw */
export function throwCallbackError(callback: string, thrown: unknown): never {
  const message = `The \`${callback}\` callback threw, so the session is unknown. The user stays signed in.`
  throw new SessionError(message, { cause: { err: asError(thrown), callback } })
}

/** @throws {SessionError} for a `session` callback without a result */
export function refuseSession(): never {
  throw new SessionError('The `session` callback returned nothing. Make it `return session`.')
}

/** @throws {SessionError} for a `jwt` callback whose result is no token */
export function refuseToken(): never {
  throw new SessionError('The `jwt` callback returned neither a token nor `null`. Make it `return token`.')
}
