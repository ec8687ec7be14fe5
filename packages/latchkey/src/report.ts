import type { Visit } from './contract.ts'
import { AuthError, asError, CallbackRouteError } from './errors.ts'
import { randomHex } from './security/random.ts'

/** Writes a failure to the log. @returns the reference under which a person can ask about it */
export function report(visit: Visit, error: AuthError): string {
  const reference = randomHex(4)
  const path = [visit.door, visit.providerId].filter(Boolean).join('/')
  visit.auth.logger.error(error, { reference, request: `${visit.method} ${path}` })
  return reference
}

/** Anything that is thrown as one of our errors; what we did not foresee is its `cause.err`. */
export function asAuthError(visit: Visit, thrown: unknown): AuthError {
  if (thrown instanceof AuthError) return thrown
  const err = asError(thrown)
  const cause = { err, provider: visit.providerId }
  if (visit.door === 'callback')
    return new CallbackRouteError(`Signing in with "${visit.providerId}" failed: ${err.message}`, { cause })
  return new AuthError(err.message, { cause })
}
