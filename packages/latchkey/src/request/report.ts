import type { AuthRequest } from '../contract/context.ts'
import { randomHex } from '../crypto/random.ts'
import { AuthError, asError, CallbackRouteError } from '../errors.ts'

/** Writes a failure to the log. @returns the reference under which a person can ask about it */
export function report(authRequest: AuthRequest, error: AuthError): string {
  const reference = randomHex(4)
  const path = [authRequest.action, authRequest.providerId].filter(Boolean).join('/')
  authRequest.auth.logger.error(error, { reference, request: `${authRequest.method} ${path}` })
  return reference
}

/** Anything that is thrown as one of our errors; what we did not foresee is its `cause.err`. */
export function asAuthError(authRequest: AuthRequest, thrown: unknown): AuthError {
  if (thrown instanceof AuthError) return thrown
  const err = asError(thrown)
  const cause = { err, provider: authRequest.providerId }
  if (authRequest.action === 'callback')
    return new CallbackRouteError(`Signing in with "${authRequest.providerId}" failed: ${err.message}`, {
      cause,
    })
  return new AuthError(err.message, { cause })
}
