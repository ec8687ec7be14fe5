import type { AuthRequest } from '../contract/context.ts'
import { randomHex } from '../crypto/random.ts'
import { AuthError, asError, entryOf } from '../errors/auth-error.ts'
import { CallbackRouteError } from '../errors/callbacks.ts'
import { UnknownAction } from '../errors/request.ts'

const MAX_PATH_LENGTH = 200

/**
 * Logs an error, unless it repeats a failure of the last minute.
 *
 * @param path the requested path, where the action does not name it
 * @returns the reference that identifies the log entry
 */
export function report(authRequest: AuthRequest, error: AuthError, path?: string): string {
  const { auth, method, action, providerId, url } = authRequest
  const own = randomHex(4)
  const { reference, ...count } = error[entryOf]?.(own, error) ?? { reference: own }
  const endpoint = [action, providerId].filter(Boolean).join('/')
  const shown = path ?? (error instanceof UnknownAction ? url?.pathname : undefined) ?? endpoint
  const request = `${method} ${shown.slice(0, MAX_PATH_LENGTH)}`
  if (reference === own) auth.logger.error(error, { reference, request, ...count })
  return reference
}

/** Returns a thrown value as an `AuthError`. An unexpected error becomes its `cause.err`. */
export function asAuthError({ action, providerId }: AuthRequest, thrown: unknown): AuthError {
  if (thrown instanceof AuthError) return thrown
  const err = asError(thrown)
  const cause = { err, provider: providerId }
  if (action === 'callback')
    return new CallbackRouteError(`Signing in with "${providerId}" failed: ${err.message}`, { cause })
  return new AuthError(err.message, { cause })
}
