import { AuthorizationResponseError, OperationProcessingError, ResponseBodyError } from 'oauth4webapi'
import { AuthError, asError, CallbackRouteError, InvalidCheck, OAuthCallbackError } from '../errors.ts'
import { withoutUndefined } from '../records/record.ts'
import type { ResolvedOAuthProvider } from '../types/oauth.ts'

const MAX_QUOTE_LENGTH = 200

/**
 * Converts what a sign-in with a provider threw into an `AuthError`, without the tokens that the
 * provider sent.
 */
export function protocolFailure({ id: provider }: ResolvedOAuthProvider, thrown: unknown): AuthError {
  if (thrown instanceof AuthError) return thrown
  if (thrown instanceof AuthorizationResponseError) {
    return new OAuthCallbackError(`The provider "${provider}" responded: ${quote(thrown)}`, {
      provider,
      ...parametersOf(thrown),
    })
  }
  if (thrown instanceof ResponseBodyError) {
    return new CallbackRouteError(`The token endpoint of "${provider}" responded: ${quote(thrown)}`, {
      provider,
    })
  }
  const err = withoutSecrets(asError(thrown))
  return new CallbackRouteError(`Signing in with "${provider}" failed: ${err.message}`, {
    cause: { err, provider },
  })
}

/** Does the same for the parameters that came with the browser: another site can forge these. */
export function responseFailure(provider: ResolvedOAuthProvider, thrown: unknown): AuthError {
  if (!(thrown instanceof OperationProcessingError)) return protocolFailure(provider, thrown)
  return new InvalidCheck(`A response of "${provider.id}" is invalid: ${thrown.message}`, {
    provider: provider.id,
  })
}

/**
 * Quotes the provider's message. Anyone can write it: the parameters of a response are part of a
 * URL.
 */
function quote({
  error,
  error_description: description,
}: {
  error: string
  error_description?: string
}): string {
  return JSON.stringify(description ? `${error}: ${description}` : error).slice(0, MAX_QUOTE_LENGTH)
}

/** Returns the provider's error for the application's code, for example `access_denied`. */
function parametersOf({ cause }: AuthorizationResponseError): Record<string, string | undefined> {
  const names = ['error', 'error_description', 'error_uri']
  const entries = names.map((name) => [name, cause.get(name)?.slice(0, MAX_QUOTE_LENGTH)] as const)
  return withoutUndefined(Object.fromEntries(entries))
}

/**
 * Returns the error without its cause and, if the platform quotes the invalid input in its message,
 * without that.
 */
function withoutSecrets(error: Error): Error {
  const { name, code } = error as Error & { code?: unknown }
  const quotes =
    error instanceof SyntaxError || (error instanceof TypeError && error.message !== 'fetch failed')
  const message = quotes ? `${name} while its response was read` : error.message + reasonOf(error)
  const frames = error.stack?.slice(error.stack.indexOf('\n    at ')) ?? ''
  const safe = Object.assign(new Error(message), { name, stack: `${name}: ${message}${frames}` })
  return typeof code === 'string' ? Object.assign(safe, { code }) : safe
}

/** Returns why a request failed, as the platform names it: `ECONNREFUSED`, `ENOTFOUND`. */
function reasonOf({ cause }: Error): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return typeof code === 'string' && /^E[A-Z_]+$/.test(code) ? ` (${code})` : ''
}
