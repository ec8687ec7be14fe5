import {
  AuthorizationResponseError,
  OperationProcessingError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'oauth4webapi'
import { RETRY_AFTER_SECONDS } from '../../async/bounded-call.ts'
import type { Context } from '../../contract/context.ts'
import { AuthError, asError } from '../../errors/auth-error.ts'
import { CallbackRouteError } from '../../errors/callbacks.ts'
import { ServiceUnavailable } from '../../errors/services.ts'
import { InvalidCheck, OAuthCallbackError } from '../../errors/sign-in.ts'
import { withoutUndefined } from '../../records/record.ts'
import { redact } from '../../records/redact.ts'
import type { ResolvedOAuthProvider } from '../../types/providers/oauth.ts'
import { describeTarget } from '../backchannel.ts'
import { explanation, isExplained } from './explained.ts'
import { MAX_QUOTE_LENGTH, type ProviderError, quoteError } from './quote.ts'
import {
  clientCheck,
  isTimeCheck,
  isUnavailable,
  unexpectedResponse,
  wrongTime,
} from './unexpected-response.ts'

/** What a sign-in sent to the provider. */
export interface SentToProvider {
  readonly redirectUri?: string
  /** Texts that a provider's error could quote. */
  readonly secrets?: readonly (string | undefined)[]
}

/**
 * Converts the error of a sign-in with a provider into an `AuthError`, without the tokens that the
 * provider sent and without the secrets that were sent to it.
 */
export function protocolFailure(
  provider: ResolvedOAuthProvider,
  thrown: unknown,
  { redirectUri, secrets = [] }: SentToProvider = {},
): AuthError {
  const known = [provider.clientSecret, ...secrets]
  if (thrown instanceof AuthError) return thrown
  if (thrown instanceof AuthorizationResponseError) return authorizationFailure(provider, thrown, redirectUri)
  if (thrown instanceof ResponseBodyError)
    return tokenFailure(provider, thrown, { redirectUri, secrets: known })
  const error = asError(thrown)
  const err = withoutSecrets(error, known)
  if (error.name === 'TimeoutError') return tooLong(provider, err)
  if (!isExplained(error)) {
    if (error instanceof WWWAuthenticateChallengeError)
      return unexpectedResponse(provider, error.response, err)
    if (error.cause instanceof Response) return unexpectedResponse(provider, error.cause, err)
    if (isTimeCheck(error.cause)) return wrongTime(provider, error.cause, err)
  }
  const reason = isExplained(error) ? redact(explanation(error), known) : err.message
  return new CallbackRouteError(`Signing in with "${provider.id}" failed: ${reason}`, {
    cause: { err, provider: provider.id },
  })
}

/** Returns the error for a sign-in whose requests took too long in total. */
function tooLong({ id: provider }: ResolvedOAuthProvider, err: Error): ServiceUnavailable {
  return new ServiceUnavailable(
    `Signing in with "${provider}" took too long: ${err.message} ` +
      "Check this server's network. `timeouts.oauth` is the time limit per request.",
    { cause: { err, provider, retryAfter: RETRY_AFTER_SECONDS } },
  )
}

/** Does the same for the parameters that the browser sent: another site can forge these. */
export function responseFailure(
  provider: ResolvedOAuthProvider,
  thrown: unknown,
  redirectUri: string,
): AuthError {
  if (!(thrown instanceof OperationProcessingError)) return protocolFailure(provider, thrown, { redirectUri })
  return new InvalidCheck(`A response from "${provider.id}" is invalid: ${explanation(thrown)}`, {
    provider: provider.id,
  })
}

/**
 * Warns about a provider's error concerning the callback URL, in a response that belongs to no
 * sign-in in this browser. Providers then send it to a registered URL instead of the one that the
 * sign-in sent. The warning quotes nothing and is logged once, because anyone can send such a
 * response.
 */
export function warnOfRejectedCallbackUrl(
  { auth, provider: { id, name } }: Context<ResolvedOAuthProvider>,
  response: URLSearchParams,
): void {
  const [error, description] = [response.get('error'), response.get('error_description')]
  if (error === null || !isAboutCallbackUrl({ error, error_description: description ?? undefined })) return
  auth.warnOnce(
    'callback-url-rejected',
    `The provider "${id}" seems to have rejected a sign-in's callback URL. Register that URL at ` +
      `${name}. The debug message "sign-in started" shows it as \`redirectUri\`.`,
  )
}

/** An unregistered callback URL is not the user's mistake, so the type is not public. */
function authorizationFailure(
  provider: ResolvedOAuthProvider,
  error: AuthorizationResponseError,
  redirectUri: string | undefined,
): AuthError {
  const advice = callbackUrlAdvice(provider, error, redirectUri)
  const message = `The provider "${provider.id}" responded: ${quoteError(error)}.${advice}`
  const facts = { provider: provider.id, ...pickErrorParameters(error) }
  return advice === ''
    ? new OAuthCallbackError(message, facts)
    : new CallbackRouteError(message, { ...facts, redirectUri })
}

function tokenFailure(
  provider: ResolvedOAuthProvider,
  error: ResponseBodyError,
  { redirectUri, secrets }: { readonly redirectUri: string | undefined } & SentToProvider,
): AuthError {
  if (isUnavailable(error.status)) return unexpectedResponse(provider, error.response)
  const request = describeTarget(error.response)
  const clientAdvice = WRONG_CLIENT.has(error.error) && ` ${clientCheck(provider)}`
  const advice =
    callbackUrlAdvice(provider, error, redirectUri) || clientAdvice || (ADVICE[error.error] ?? '')
  return new CallbackRouteError(
    `The "${provider.id}" token endpoint responded: ${quoteError(error, secrets)}.${advice}`,
    withoutUndefined({ provider: provider.id, request, status: error.status }),
  )
}

const WRONG_CLIENT = new Set(['invalid_client', 'incorrect_client_credentials'])
const ADVICE: Readonly<Record<string, string>> = {
  invalid_grant: ' The code has expired or was already used, or is for another client or callback URL.',
  unauthorized_client: ' Check the client ID, and what the provider allows for this client.',
}

/** Returns how to register the callback URL, if the provider's error is about it. */
function callbackUrlAdvice(
  { name }: ResolvedOAuthProvider,
  reported: ProviderError,
  redirectUri: string | undefined,
): string {
  return isAboutCallbackUrl(reported) && redirectUri
    ? ` Register this callback URL at ${name}: ${redirectUri}`
    : ''
}

function isAboutCallbackUrl({ error, error_description: description }: ProviderError): boolean {
  return /(?:redirect|callback)[_ -]?ur[il]/i.test(`${error} ${description}`)
}

/** Returns the provider's error for the application's code, for example `access_denied`. */
function pickErrorParameters({ cause }: AuthorizationResponseError): Record<string, string | undefined> {
  const names = ['error', 'error_description', 'error_uri']
  const entries = names.map((name) => [name, cause.get(name)?.slice(0, MAX_QUOTE_LENGTH)] as const)
  return withoutUndefined(Object.fromEntries(entries))
}

/**
 * Returns the error without its cause and the secrets, and without its message if the platform
 * quotes the invalid input there.
 */
function withoutSecrets(error: Error, secrets: readonly (string | undefined)[]): Error {
  const { name, code } = error as Error & { code?: unknown }
  const quotes = error instanceof SyntaxError || error instanceof TypeError
  const message = quotes ? `${name} while its response was read` : redact(error.message, secrets)
  const frames = error.stack?.slice(error.stack.indexOf('\n    at ')) ?? ''
  const safe = Object.assign(new Error(message), { name, stack: `${name}: ${message}${frames}` })
  return typeof code === 'string' ? Object.assign(safe, { code }) : safe
}
