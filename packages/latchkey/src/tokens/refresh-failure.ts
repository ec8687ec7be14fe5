import { ResponseBodyError } from 'oauth4webapi'
import { RETRY_AFTER_SECONDS } from '../async/bounded-call.ts'
import { retryAfter } from '../async/retry-after.ts'
import type { ResolvedAuth } from '../contract/context.ts'
import { AuthError, asError } from '../errors/auth-error.ts'
import { InvalidEndpoints } from '../errors/configuration.ts'
import { RefreshRejected } from '../errors/provider.ts'
import { ServiceUnavailable } from '../errors/services.ts'
import { explanation } from '../oauth/failures/explained.ts'
import { protocolFailure } from '../oauth/failures/failure.ts'
import { quoteError } from '../oauth/failures/quote.ts'
import { isUnavailable } from '../oauth/failures/unexpected-response.ts'
import { redact } from '../records/redact.ts'
import type { ResolvedOAuthProvider } from '../types/providers/oauth.ts'

/** A failed refresh. It can be passed to another process as JSON. */
export interface RefreshFailure {
  /**
   * `refused`: the provider does not accept the refresh token. `unavailable`: it may later.
   * `rejected`: it does not accept the application.
   */
  readonly failure: 'refused' | 'unavailable' | 'rejected'
  readonly message: string
  /** Seconds. */
  readonly retryAfter?: number
}

/**
 * The codes for an invalid refresh token: the standard one, and those of GitHub and Slack.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-5.2
 */
const REFUSALS = new Set(['invalid_grant', 'bad_refresh_token', 'invalid_refresh_token', 'token_revoked'])
/**
 * The codes that ask to try again. They belong to other endpoints, but providers also use them
 * here.
 */
const TEMPORARY = new Set(['server_error', 'temporarily_unavailable', 'slow_down'])

/**
 * Returns why a refresh failed, without the tokens that were sent or received. A failure that is
 * not known to be a refusal may be temporary.
 *
 * @param secrets texts that were sent, which the provider could quote
 */
export function refreshFailure(
  provider: ResolvedOAuthProvider,
  thrown: unknown,
  secrets: readonly string[],
): RefreshFailure {
  if (thrown instanceof ResponseBodyError) return responseFailure(provider, thrown, secrets)
  const error = asError(thrown)
  const response = [(error as { response?: unknown }).response, error.cause].find(
    (value) => value instanceof Response,
  )
  if (thrown instanceof AuthError || response instanceof Response) {
    const explained = protocolFailure(provider, thrown, { secrets })
    if (response instanceof Response && isWithoutBody(response))
      return { failure: 'refused', message: explained.message }
    const isTemporary = !isRejection(thrown, response)
    return isTemporary ? unavailable(explained.message, explained, response) : rejected(explained.message)
  }
  const what =
    error.name === 'TimeoutError'
      ? 'did not respond in time. `timeouts.oauth` is the time limit.'
      : `did not respond with tokens${redact(safeReason(error), secrets)}. ` +
        'Check its status page, and the token endpoint.'
  return unavailable(`The "${provider.id}" token endpoint ${what}`)
}

/**
 * Logs that a refresh's tokens belong to another user, according to their ID token. With them, the
 * application would show that user's data.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#RefreshTokenResponse
 */
export function refuseOtherUser(
  { logger }: ResolvedAuth,
  { id: provider }: ResolvedOAuthProvider,
): RefreshFailure {
  const message =
    `The "${provider}" token endpoint responded to a refresh with another user's ID token ` +
    'or issuer (`sub`, `iss`). Its tokens are not used, and the user has to sign in again. ' +
    'Check the provider, and caches in front of its token endpoint.'
  logger.error(new RefreshRejected(message, { provider }))
  return { failure: 'refused', message }
}

/**
 * A 400 that gives no reason: of the values that are sent, only the refresh token can have become
 * invalid since the sign-in. Glewlwyd and LemonLDAP::NG respond like this to an expired token.
 */
function isWithoutBody({ status, headers }: Response): boolean {
  return status === 400 && !headers.has('content-type')
}

function isWithoutReason({ error, error_description: description }: ResponseBodyError): boolean {
  return error === 'invalid_request' && !description
}

function isRejection(thrown: unknown, response: unknown): boolean {
  if (thrown instanceof InvalidEndpoints) return true
  if (!(response instanceof Response)) return false
  return response.status >= 400 && !isUnavailable(response.status)
}

function responseFailure(
  provider: ResolvedOAuthProvider,
  error: ResponseBodyError,
  secrets: readonly string[],
): RefreshFailure {
  const { error: code, status, response } = error
  const quoted = quoteError(error, [provider.clientSecret, ...secrets])
  const message = `The "${provider.id}" token endpoint responded: ${quoted}.`
  if (isUnavailable(status) || TEMPORARY.has(code))
    return unavailable(`${message} The fault is at the provider. Try again later.`, undefined, response)
  if (REFUSALS.has(code) || isWithoutReason(error)) return { failure: 'refused', message }
  return rejected(`${message} Check the client ID, the client secret, and the provider's \`refresh\`.`)
}

function rejected(message: string): RefreshFailure {
  return { failure: 'rejected', message }
}

function unavailable(message: string, error?: AuthError, response?: unknown): RefreshFailure {
  if (response instanceof Response)
    return { failure: 'unavailable', message, retryAfter: retryAfter(response) }
  const named = error instanceof ServiceUnavailable ? Number(error.cause?.retryAfter) : Number.NaN
  return { failure: 'unavailable', message, retryAfter: named || RETRY_AFTER_SECONDS }
}

/** Only `oauth4webapi` messages are safe: a platform quotes what it could not read. */
function safeReason(error: Error): string {
  return /^(?:OperationProcessingError|UnsupportedOperationError)$/.test(error.name)
    ? `: ${explanation(error).replace(/\.$/, '')}`
    : ''
}
