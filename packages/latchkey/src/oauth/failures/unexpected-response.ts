import { retryAfter } from '../../async/retry-after.ts'
import type { AuthError } from '../../errors/auth-error.ts'
import { CallbackRouteError } from '../../errors/callbacks.ts'
import { ServiceUnavailable } from '../../errors/services.ts'
import { withoutUndefined } from '../../records/record.ts'
import { variablePrefix } from '../../records/variable-prefix.ts'
import type { ResolvedOAuthProvider } from '../../types/providers/oauth.ts'
import { describeTarget } from '../backchannel.ts'

/**
 * Returns the error for a response with the wrong status or content type.
 *
 * @param err the error that rejected it
 */
export function unexpectedResponse(
  resolved: ResolvedOAuthProvider,
  response: Response,
  err?: Error,
): AuthError {
  const { id: provider } = resolved
  const { status } = response
  const request = describeTarget(response)
  const type = /^[\w.+-]+\/[\w.+-]+/.exec(response.headers.get('content-type') ?? '')?.[0]
  const subject = request === undefined ? '' : ` to ${request}`
  const message =
    `The provider "${provider}" responded${subject} with status ${status} ` +
    `and ${type === undefined ? 'no content type' : `the content type ${type}`}. ` +
    advice(resolved, response)
  const facts = withoutUndefined({ err, provider, request, status })
  return isUnavailable(status)
    ? new ServiceUnavailable(message, { cause: { ...facts, retryAfter: retryAfter(response) } })
    : new CallbackRouteError(message, { cause: facts })
}

/** Returns whether a status says that the same request may succeed later. */
export function isUnavailable(status: number): boolean {
  return status >= 500 || status === 429
}

function advice(provider: ResolvedOAuthProvider, response: Response): string {
  const { status } = response
  if (status >= 500) return 'The fault is at the provider. Try again later, and check its status page.'
  if (status >= 300 && status < 400)
    return `It redirects to ${describeLocation(response)}. Set the URL to that.`
  if (status === 401 || status === 403) return `${clientCheck(provider)} Check the scopes.`
  if (status === 429) return 'It receives too many requests. Try again later.'
  if (status >= 400) return "Check `issuer`, or this endpoint's URL."
  return "JSON was expected. Check `issuer`, or this endpoint's URL."
}

/** Says what to check if a provider does not accept the application. */
export function clientCheck({ id }: ResolvedOAuthProvider): string {
  const prefix = variablePrefix(id)
  return `Check the client ID and the client secret: \`${prefix}_ID\` and \`${prefix}_SECRET\`.`
}

/** Returns a redirect's target, without its query. */
function describeLocation(response: Response): string {
  const url = URL.parse(response.headers.get('location') ?? '')
  return url === null ? 'another place' : url.origin + url.pathname
}

/** The `cause` of an `oauth4webapi` error about an invalid time in a token. */
interface TimeCheck {
  readonly claim: 'exp' | 'nbf' | 'auth_time'
  /** Seconds since 1970, by this server's clock. */
  readonly now: number
  readonly claims: Readonly<Record<string, unknown>>
}

/** Returns whether an error is about a time in a token. */
export function isTimeCheck(cause: unknown): cause is TimeCheck {
  const { claim, now, claims } = (cause ?? {}) as Partial<TimeCheck>
  return (
    (claim === 'exp' || claim === 'nbf') && typeof now === 'number' && typeof claims?.[claim] === 'number'
  )
}

/**
 * Returns the error for an ID token that has expired or is not valid yet. A token is checked right
 * after it was issued, so this server's clock is the likely cause.
 */
export function wrongTime(
  { id: provider }: ResolvedOAuthProvider,
  { claim, now, claims }: TimeCheck,
  err: Error,
): CallbackRouteError {
  const { iat, [claim]: limit } = claims as Record<string, number | undefined>
  const issued = typeof iat === 'number' ? iat : undefined
  const skew = Math.round(now - (issued ?? limit ?? now))
  const isFast = claim === 'exp'
  return new CallbackRouteError(
    `The ID token from "${provider}" ${isFast ? 'has expired' : 'is not valid yet'} (\`${claim}\`). ` +
      `By this server's clock, which says ${new Date(now * 1000).toISOString()}, it ` +
      `${issued === undefined ? (isFast ? 'expired' : 'becomes valid') : 'was issued'} ${distance(skew)}. ` +
      `Check this server's clock: it is probably ${isFast ? 'fast' : 'slow'}.`,
    { cause: { err, provider, claim, skew } },
  )
}

function distance(seconds: number): string {
  return seconds >= 0 ? `${seconds} seconds ago` : `${-seconds} seconds in the future`
}
