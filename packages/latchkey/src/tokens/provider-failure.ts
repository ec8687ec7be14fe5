import { ResponseBodyError, WWWAuthenticateChallengeError } from 'oauth4webapi'
import type { ResolvedAuth } from '../contract/context.ts'
import { AuthError, asError } from '../errors/auth-error.ts'
import { ProviderSignOutError } from '../errors/provider.ts'
import { explain, explanation } from '../oauth/failures/explained.ts'
import { quoteError } from '../oauth/failures/quote.ts'
import { isUnavailable, unexpectedResponse } from '../oauth/failures/unexpected-response.ts'
import { redact } from '../records/redact.ts'
import type { ResolvedOAuthProvider } from '../types/providers/oauth.ts'

/** What failed at a provider. */
export interface ProviderFailure {
  readonly provider: ResolvedOAuthProvider
  /** A sentence without its full stop, such as `The tokens could not be revoked`. */
  readonly what: string
  readonly thrown: unknown
  /** Texts that were sent. A provider could quote them. */
  readonly secrets?: readonly string[]
}

/** Logs what failed at a provider. The sign-out in the application is complete. */
export async function logFailure(
  { logger, timeouts }: ResolvedAuth,
  { provider, what, thrown, secrets = [] }: ProviderFailure,
): Promise<void> {
  await explain(provider, thrown)
  const known = [provider.clientSecret, ...secrets]
  const reason = redact(describeReason(provider, thrown, { timeout: timeouts.oauth, secrets: known }), known)
  logger.error(
    new ProviderSignOutError(`${what} at the provider "${provider.id}": ${reason}`, {
      provider: provider.id,
    }),
  )
}

function describeReason(
  provider: ResolvedOAuthProvider,
  thrown: unknown,
  { timeout, secrets }: { readonly timeout: number; readonly secrets: readonly (string | undefined)[] },
): string {
  if (thrown instanceof AuthError) return thrown.message
  if (thrown instanceof ResponseBodyError && !isUnavailable(thrown.status)) return quote(thrown, secrets)
  const error = asError(thrown)
  const response =
    thrown instanceof ResponseBodyError || thrown instanceof WWWAuthenticateChallengeError
      ? thrown.response
      : error.cause
  if (response instanceof Response) return unexpectedResponse(provider, response).message
  if (error.name === 'TimeoutError')
    return `it took longer than ${timeout} seconds. \`timeouts.oauth\` is the time limit.`
  // Only `oauth4webapi` messages are safe: a platform quotes what it could not read.
  return /^(?:OperationProcessing|UnsupportedOperation)Error$/.test(error.name)
    ? `${explanation(error).replace(/\.$/, '')}.`
    : `${error.name}.`
}

function quote(error: ResponseBodyError, secrets: readonly (string | undefined)[]): string {
  return `it responded ${quoteError(error, secrets)}. Check the client ID and the client secret.`
}
