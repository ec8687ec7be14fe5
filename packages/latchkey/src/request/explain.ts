import { orElse } from '../async/awaitable.ts'
import type { AuthRequest, Base } from '../contract/context.ts'
import type { JsonResult, Result } from '../contract/result.ts'
import { type AuthError, type ErrorType, getFacts, getPublicType } from '../errors/auth-error.ts'
import { ErrorPageLoop } from '../errors/configuration.ts'
import { CredentialsSignin } from '../errors/credentials.ts'
import { PasswordRejected } from '../errors/passwords.ts'
import { SignOutError } from '../errors/provider.ts'
import { MethodNotAllowed } from '../errors/request.ts'
import {
  EmailSignInError,
  MissingCookie,
  TooManyRequests,
  Verification,
  WebAuthnVerificationError,
} from '../errors/sign-in.ts'
import { wantsJson } from '../http/accept.ts'
import { dropNewCookies } from '../http/cookies/kept-cookies.ts'
import { endpointUrl, namedPageUrl, pageUrl } from '../http/endpoint-url.ts'
import { noFields } from '../http/no-fields.ts'
import { asAuthError, report } from '../log/report.ts'
import { emitFailure } from '../security-events/emit-failure.ts'

type Query = Readonly<Record<string, string | undefined>>

/** The actions that only scripts and providers call. */
const JSON_ACTIONS: readonly (string | undefined)[] = [
  'session',
  'csrf',
  'providers',
  'webauthn-options',
  'backchannel-logout',
]

/** What the forms for passwords do not show: the user cannot correct it there. */
const NOT_OF_FORMS: readonly ErrorType[] = ['AccessDenied', 'AccountExists', 'UnknownAction']

/**
 * Converts an error to a result. The log receives the full error; the client receives only the
 * public type and a reference. Sets no new cookies.
 */
export async function explain(authRequest: AuthRequest, thrown: unknown): Promise<Result> {
  const error = asAuthError(authRequest, thrown)
  const reference = report(authRequest, error)
  await emitFailure(authRequest, error, reference)
  const form = await formPageFor(authRequest, error, reference)
  return toResult(authRequest, error, reference, form ?? pageFor(authRequest, error, reference))
}

/**
 * Converts an error to a result that is shown directly, without a redirect.
 *
 * @param path the requested path, for the log
 */
export function explainInPlace(authRequest: AuthRequest, error: AuthError, path?: string): Result {
  return toResult(authRequest, error, report(authRequest, error, path), undefined)
}

/**
 * Returns the page that shows the failed sign-in of server code. Only an error that the user can
 * correct leads to the sign-in page. An application's page may start a sign-in when it opens, and
 * would otherwise start it repeatedly. Without a trusted host, returns a path.
 */
export function failurePage(authRequest: AuthRequest, error: AuthError, reference: string): string {
  const { auth, base } = authRequest
  if (isContinued(error)) return error.continueAt
  if (base === undefined)
    return `${auth.basePath}/error?${new URLSearchParams({ error: getPublicType(error), reference })}`
  const { place, isPublic } = getFacts(error)
  const query = queryFor(error, reference)
  // Server code sends no links, so the code was wrong.
  if (error instanceof Verification) return codePage(authRequest, base, query)
  const isForUser = place === 'signIn' && isPublic && !isTemporary(error)
  return namedPageUrl({ auth, base }, isForUser ? 'signIn' : 'error', query)
}

/** @param target the page that shows the failure; `undefined` if the response itself does */
function toResult(
  authRequest: AuthRequest,
  error: AuthError,
  reference: string,
  target: string | undefined,
): Result {
  const { auth, action, headers, base, cookies } = authRequest
  // Without a trusted host, a path is enough for a link.
  const homeUrl = base?.home ?? (auth.frameworkPath || '/')
  dropNewCookies(cookies)
  if (JSON_ACTIONS.includes(action) || wantsJson(headers))
    return jsonError(authRequest, error, reference, target)
  // The user sees the failure after signing out at the provider.
  if (isContinued(error)) return { type: 'redirect', url: error.continueAt }
  if (target !== undefined && (!isTemporary(error) || isUnavailableCallback(authRequest, error)))
    return { type: 'redirect', url: target }
  const { place, status } = getFacts(error)
  // The error page would only show the same again, even when the server works again.
  const signInUrl = target && base && place !== 'signIn' ? namedPageUrl({ auth, base }, 'signIn') : target
  return {
    type: 'page',
    status,
    headers: headersFor(error),
    page: { name: 'error', error: getPublicType(error), reference, signInUrl, homeUrl },
  }
}

/** Returns whether the user signs out at the provider before they see the failure. */
function isContinued(error: AuthError): error is SignOutError & { readonly continueAt: string } {
  return error instanceof SignOutError && error.continueAt !== undefined
}

/**
 * Returns whether the same request may succeed later. Such an error is reported with its own
 * status: proxies in front of the application count by it.
 */
function isTemporary(error: AuthError): boolean {
  return [429, 503].includes(getFacts(error).status)
}

/**
 * A callback's URL contains a used code, so the browser leaves it for the error page. That page has
 * the status.
 */
function isUnavailableCallback({ method }: AuthRequest, error: AuthError): boolean {
  return method === 'GET' && getFacts(error).status === 503
}

/** Returns the page that shows the failure; `undefined` if the response itself does. */
function pageFor(authRequest: AuthRequest, error: AuthError, reference: string): string | undefined {
  const { auth, base } = authRequest
  const { place } = getFacts(error)
  if (isContinued(error)) return error.continueAt
  if (place === 'response' || base === undefined) return undefined
  const query = queryFor(error, reference)
  if (auth.isConfigProblem(error)) return pageForProblem(authRequest, base, query)
  if (place === 'verify')
    return namedPageUrl({ auth, base }, 'verify', { ...readPurpose(authRequest), ...query })
  const isOnSignInPage = place === 'signIn' && !isUnavailableCallback(authRequest, error)
  return namedPageUrl({ auth, base }, isOnSignInPage ? 'signIn' : 'error', query)
}

/** Returns the page with the form that failed, if it shows failures itself. */
async function formPageFor(
  authRequest: AuthRequest,
  error: AuthError,
  reference: string,
): Promise<string | undefined> {
  const { auth, action, base, method, fields } = authRequest
  if (method !== 'POST' || base === undefined || !getFacts(error).isPublic || auth.isConfigProblem(error))
    return undefined
  const query = queryFor(error, reference)
  if (action === 'verify' && (error instanceof PasswordRejected || error instanceof Verification))
    return namedPageUrl({ auth, base }, 'verify', { ...readPurpose(authRequest), ...query })
  if (action === 'signin' && error instanceof Verification) return codePage(authRequest, base, query)
  if (action === 'account') return accountFormUrl(base, error, authRequest.providerId, query)
  const page = action === 'reset' ? 'reset' : action === 'signup' ? 'signUp' : undefined
  if (page === undefined || NOT_OF_FORMS.includes(error.type)) return undefined
  // An error of the form itself comes again.
  const { email, token } = await orElse(fields, () => noFields)
  // A link that no longer works leads to a new request. Without one, an address is not for URLs.
  const isUsable = typeof token === 'string' && !(error instanceof Verification)
  const link = isUsable ? { email: textOf(email), token } : {}
  return namedPageUrl({ auth, base }, page, { ...link, ...query })
}

/** Returns the page that asks for the code. */
function codePage({ auth, providerId }: AuthRequest, base: Base, query: Query): string {
  return namedPageUrl({ auth, base }, 'verifyRequest', { provider: providerId, type: 'email', ...query })
}

function accountFormUrl(
  base: Base,
  { type }: AuthError,
  section: string | undefined,
  query: Query,
): string | undefined {
  return NOT_OF_FORMS.includes(type) ? undefined : endpointUrl(base, `account/${section}`, query)
}

function textOf(field: unknown): string | undefined {
  return typeof field === 'string' ? field : undefined
}

/** The page that asks for the second factor must know again what it was opened for. */
function readPurpose({ query }: AuthRequest): Query {
  const names = ['for', 'within', 'secondFactor', 'form', 'callbackUrl']
  return Object.fromEntries(names.map((name) => [name, query.get(name) ?? undefined]))
}

/**
 * With an invalid configuration, the built-in pages also fail, and so does an application's page
 * that reads the session.
 */
function pageForProblem(authRequest: AuthRequest, base: Base, query: Query): string | undefined {
  const { auth, method } = authRequest
  const { error } = auth.pages
  if (error === undefined || method !== 'GET') return undefined
  const target = pageUrl(base, error, query)
  if (!leadsBack(authRequest, base, target)) return target
  auth.logger.error(
    new ErrorPageLoop(
      'The page in `pages.error` requires a session, or is a Latchkey endpoint. ' +
        "Make it public, and exclude it from the proxy's matcher.",
    ),
  )
  return undefined
}

/** Returns whether the page sent this request here, or is itself an endpoint. */
function leadsBack({ query }: AuthRequest, base: Base, target: string): boolean {
  const { origin, pathname } = new URL(target)
  if (origin === base.origin && pathname.startsWith(`${base.path}/`)) return true
  const from = query.get('callbackUrl')
  return (
    from !== null &&
    URL.canParse(from, base.origin) &&
    new URL(from, base.origin).href.startsWith(origin + pathname)
  )
}

function queryFor(error: AuthError, reference: string): Query {
  const shownReference = needsReference(error) ? reference : undefined
  return { error: getPublicType(error), code: codeOf(error), reference: shownReference }
}

/** Returns what distinguishes errors of one type. */
function codeOf(error: AuthError): string | undefined {
  if (error instanceof PasswordRejected) return error.reason
  return error instanceof CredentialsSignin || error instanceof WebAuthnVerificationError
    ? error.code
    : undefined
}

/**
 * Returns whether the page shows the reference. Users can act on a failure that is named, unless
 * its cause may be the configuration or a server.
 */
function needsReference(error: AuthError): boolean {
  const { isPublic, status } = getFacts(error)
  if (!isPublic || error.isTemporary || error instanceof MissingCookie) return true
  const isUnsent = error instanceof EmailSignInError || error.type === 'PhoneSignInError'
  return (isUnsent || status === 503) && error.cause?.err !== undefined
}

function jsonError(
  { action, method }: AuthRequest,
  error: AuthError,
  reference: string,
  url: string | undefined,
): JsonResult {
  const { status } = getFacts(error)
  // Clients take any object from here as the new session, so a failed update must be `null`.
  if (action === 'session' && method === 'POST')
    return { type: 'json', status: status < 500 ? 400 : status, body: null }
  // The standard format.
  //
  // @see https://openid.net/specs/openid-connect-backchannel-1_0.html#BCResponse
  if (action === 'backchannel-logout') {
    const code = isTemporary(error)
      ? 'temporarily_unavailable'
      : status < 500
        ? 'invalid_request'
        : 'server_error'
    const body = {
      error: code,
      error_description: status === 404 ? 'There is no such endpoint.' : safeMessage(error),
    }
    return { type: 'json', status, headers: headersFor(error), body }
  }
  const { reason: code, limit } = error instanceof PasswordRejected ? error : {}
  const body = {
    error: getPublicType(error),
    message: safeMessage(error),
    code,
    limit,
    retryAfter: secondsUntilRetry(error),
    reference,
    url,
  }
  return { type: 'json', status, headers: headersFor(error), body }
}

/**
 * Returns the message that may leave the server. Errors about the request itself have Latchkey's
 * messages. A sign-in's error message may come from the application, its database or its mail
 * server, even if the error's type is public.
 */
function safeMessage(error: AuthError): string {
  const { place, isPublic } = getFacts(error)
  if (place === 'response') return error.message
  if (error instanceof TooManyRequests) return 'Too many requests. Try again later.'
  if (error instanceof SignOutError)
    return 'Signed out in this browser. Copies of the session may stay valid.'
  if (isTemporary(error)) return 'The server cannot do this at the moment. Try again in a few seconds.'
  return isPublic
    ? 'The sign-in failed. The server log has the details under this reference.'
    : 'The server failed. Its log has the details under this reference.'
}

function headersFor(error: AuthError): Record<string, string> {
  const { allow } = error.cause ?? {}
  if (error instanceof MethodNotAllowed && typeof allow === 'string') return { Allow: allow }
  const retryAfter = secondsUntilRetry(error)
  return retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }
}

function secondsUntilRetry(error: AuthError): number | undefined {
  const { retryAfter } = error.cause ?? {}
  return isTemporary(error) && typeof retryAfter === 'number' ? retryAfter : undefined
}
