import type { AuthRequest, Base } from '../contract/context.ts'
import type { JsonResult, Result } from '../contract/result.ts'
import {
  type AuthError,
  CredentialsSignin,
  ErrorPageLoop,
  factsOf,
  MethodNotAllowed,
  publicTypeOf,
  TooManyRequests,
} from '../errors.ts'
import { wantsJson } from '../http/accept.ts'
import { endpointUrl, pageUrl } from '../http/endpoint-url.ts'
import { asAuthError, report } from './report.ts'

/** Doors that only scripts knock at. */
const JSON_ACTIONS: readonly (string | undefined)[] = ['session', 'csrf', 'providers', 'webauthn-options']

/** Tells a failure: in full to the log, in a safe word to whoever asked. Nothing new is handed out with it. */
export function explain(authRequest: AuthRequest, thrown: unknown): Result {
  const error = asAuthError(authRequest, thrown)
  const reference = report(authRequest, error)
  authRequest.cookies.dropNew()
  const target = pageFor(authRequest, error, reference)
  if (JSON_ACTIONS.includes(authRequest.action) || wantsJson(authRequest.headers))
    return jsonError(authRequest, error, reference, target)
  // Who has to wait is told so by the status itself: what counts requests in front of us looks at it.
  if (target !== undefined && !(error instanceof TooManyRequests)) return { type: 'redirect', url: target }
  return {
    type: 'page',
    status: factsOf(error).status,
    headers: headersFor(error),
    page: {
      name: 'error',
      error: publicTypeOf(error),
      reference,
      signInUrl: undefined,
      homeUrl: authRequest.base?.home,
    },
  }
}

/** The page that a person is sent to; `undefined` when the answer itself tells the failure. */
function pageFor(authRequest: AuthRequest, error: AuthError, reference: string): string | undefined {
  const { base, auth } = authRequest
  const { place } = factsOf(error)
  if (place === 'response' || base === undefined) return undefined
  const query = queryFor(error, reference)
  if (auth.isConfigProblem(error)) return pageForProblem(authRequest, base, query)
  return place === 'signIn' ? signInPageUrl(authRequest, base, query) : errorPageUrl(authRequest, base, query)
}

/** With a broken configuration our own pages would fail in the same way again, and so would one of the application that asks for a session. */
function pageForProblem(
  authRequest: AuthRequest,
  base: Base,
  query: Record<string, string | undefined>,
): string | undefined {
  const { error } = authRequest.auth.pages
  if (error === undefined || authRequest.method !== 'GET') return undefined
  const target = pageUrl(base, error, query)
  if (!leadsBack(authRequest, base, target)) return target
  authRequest.auth.logger.error(
    new ErrorPageLoop(
      'The page of `pages.error` asks for a session, or is one of ours. Let it be opened by anybody, and leave it out of `authorized`.',
    ),
  )
  return undefined
}

/** Was this visit sent here by the page that it would be sent to, or is that page a door of ours? */
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

function signInPageUrl({ auth }: AuthRequest, base: Base, query: Record<string, string | undefined>): string {
  return auth.pages.signIn ? pageUrl(base, auth.pages.signIn, query) : endpointUrl(base, 'signin', query)
}

function errorPageUrl({ auth }: AuthRequest, base: Base, query: Record<string, string | undefined>): string {
  return auth.pages.error ? pageUrl(base, auth.pages.error, query) : endpointUrl(base, 'error', query)
}

function queryFor(error: AuthError, reference: string): Record<string, string | undefined> {
  const code = error instanceof CredentialsSignin ? error.code : undefined
  // A person can do something about a failure that is told by name; about any other they can only ask.
  return { error: publicTypeOf(error), code, reference: factsOf(error).isPublic ? undefined : reference }
}

function jsonError(
  authRequest: AuthRequest,
  error: AuthError,
  reference: string,
  url: string | undefined,
): JsonResult {
  const { status } = factsOf(error)
  // Clients read any object from here as the new session, so a failed update has to be `null`.
  if (authRequest.action === 'session' && authRequest.method === 'POST')
    return { type: 'json', status: status < 500 ? 400 : status, body: null }
  const body = { error: publicTypeOf(error), message: safeMessage(error), reference, url }
  return { type: 'json', status, headers: headersFor(error), body }
}

/**
 * What may leave the server in words. Errors about the request itself have words of ours. Those of a sign-in may be the application's, its
 * database's or its mail server's, also where their type is public.
 */
function safeMessage(error: AuthError): string {
  const { place, isPublic } = factsOf(error)
  if (place === 'response') return error.message
  return isPublic
    ? 'Signing in did not work. The log of the server tells more under this reference.'
    : 'Something went wrong on the server. Its log tells more under this reference.'
}

function headersFor(error: AuthError): Record<string, string> {
  if (error instanceof MethodNotAllowed && typeof error.cause?.allow === 'string')
    return { Allow: error.cause.allow }
  if (error instanceof TooManyRequests && typeof error.cause?.retryAfter === 'number')
    return { 'Retry-After': String(error.cause.retryAfter) }
  return {}
}
