import { AuthorizationResponseError, OperationProcessingError, ResponseBodyError } from 'oauth4webapi'
import { AuthError, asError, CallbackRouteError, InvalidCheck, OAuthCallbackError } from '../errors.ts'
import type { ResolvedOAuthProvider } from '../types/oauth.ts'

const MAX_QUOTE_LENGTH = 200

/** What a sign-in with a provider failed of, as one of our errors. What the provider sent, with tokens in it, stays behind. */
export function protocolFailure({ id: provider }: ResolvedOAuthProvider, thrown: unknown): AuthError {
  if (thrown instanceof AuthError) return thrown
  if (thrown instanceof AuthorizationResponseError) {
    return new OAuthCallbackError(`The provider "${provider}" answered: ${quote(thrown)}`, {
      provider,
      ...parametersOf(thrown),
    })
  }
  if (thrown instanceof ResponseBodyError) {
    return new CallbackRouteError(`The token endpoint of "${provider}" answered: ${quote(thrown)}`, {
      provider,
    })
  }
  const err = withoutSecrets(asError(thrown))
  return new CallbackRouteError(`Signing in with "${provider}" failed: ${err.message}`, {
    cause: { err, provider },
  })
}

/** The same for the parameters that came with the browser: an answer that does not fit was made by somebody else. */
export function responseFailure(provider: ResolvedOAuthProvider, thrown: unknown): AuthError {
  if (!(thrown instanceof OperationProcessingError)) return protocolFailure(provider, thrown)
  return new InvalidCheck(`An answer from "${provider.id}" is not valid: ${thrown.message}`, {
    provider: provider.id,
  })
}

/** A provider's own words, which may be anybody's: the parameters of an answer can be written by hand. */
function quote({
  error,
  error_description: description,
}: {
  error: string
  error_description?: string
}): string {
  return JSON.stringify(description ? `${error}: ${description}` : error).slice(0, MAX_QUOTE_LENGTH)
}

/** What the provider said, for code that wants to know: `access_denied` is no fault of anybody. */
function parametersOf({ cause }: AuthorizationResponseError): Record<string, string> {
  const reported = ['error', 'error_description', 'error_uri'].map(
    (name) => [name, cause.get(name)?.slice(0, MAX_QUOTE_LENGTH)] as const,
  )
  return Object.fromEntries(reported.filter((entry): entry is [string, string] => entry[1] !== undefined))
}

/** An error without its cause and, where the platform quotes in its message what it choked on, without that. */
function withoutSecrets(error: Error): Error {
  const { name, code } = error as Error & { code?: unknown }
  const quotes =
    error instanceof SyntaxError || (error instanceof TypeError && error.message !== 'fetch failed')
  const message = quotes ? `${name} while its answer was read` : error.message + reasonOf(error)
  const frames = error.stack?.slice(error.stack.indexOf('\n    at ')) ?? ''
  const safe = Object.assign(new Error(message), { name, stack: `${name}: ${message}${frames}` })
  return typeof code === 'string' ? Object.assign(safe, { code }) : safe
}

/** Why a request did not come through, as the platform names it: `ECONNREFUSED`, `ENOTFOUND`. */
function reasonOf({ cause }: Error): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return typeof code === 'string' && /^E[A-Z_]+$/.test(code) ? ` (${code})` : ''
}
