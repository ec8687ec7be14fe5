import type { AuthRequest } from '../contract/context.ts'
import { randomHex } from '../crypto/random.ts'
import { AuthError, asError, CallbackRouteError } from '../errors.ts'

/** Logs an error. @returns the reference that identifies the log entry */
export function report({ auth, method, action, providerId }: AuthRequest, error: AuthError): string {
  const reference = randomHex(4)
  const path = [action, providerId].filter(Boolean).join('/')
  auth.logger.error(error, { reference, request: `${method} ${path}` })
  return reference
}

/** Returns what was thrown as an `AuthError`. An unexpected error becomes its `cause.err`. */
export function asAuthError({ action, providerId }: AuthRequest, thrown: unknown): AuthError {
  if (thrown instanceof AuthError) return thrown
  const err = asError(thrown)
  const cause = { err, provider: providerId }
  if (action === 'callback')
    return new CallbackRouteError(`Signing in with "${providerId}" failed: ${err.message}`, { cause })
  return new AuthError(err.message, { cause })
}
