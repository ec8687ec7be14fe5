import type { Base, JsonResult, Result, Visit } from './contract.ts'
import {
  type AuthError,
  CredentialsSignin,
  ErrorPageLoop,
  factsOf,
  MethodNotAllowed,
  publicTypeOf,
  TooManyRequests,
} from './errors.ts'
import { wantsJson } from './http/accept.ts'
import { doorUrl, pageUrl } from './http/door-url.ts'
import { asAuthError, report } from './report.ts'

/** Doors that only scripts knock at. */
const SCRIPT_DOORS: readonly (string | undefined)[] = ['session', 'csrf', 'providers', 'webauthn-options']

/** Tells a failure: in full to the log, in a safe word to whoever asked. Nothing new is handed out with it. */
export function explain(visit: Visit, thrown: unknown): Result {
  const error = asAuthError(visit, thrown)
  const reference = report(visit, error)
  visit.cookies.dropNew()
  const target = pageFor(visit, error, reference)
  if (SCRIPT_DOORS.includes(visit.door) || wantsJson(visit.headers))
    return tellScript(visit, error, reference, target)
  // Who has to wait is told so by the status itself: what counts requests in front of us looks at it.
  if (target !== undefined && !(error instanceof TooManyRequests)) return { kind: 'redirect', url: target }
  return {
    kind: 'page',
    status: factsOf(error).status,
    headers: headersFor(error),
    page: {
      name: 'error',
      error: publicTypeOf(error),
      reference,
      signInUrl: undefined,
      homeUrl: visit.base?.home,
    },
  }
}

/** The page that a person is sent to; `undefined` when the answer itself tells the failure. */
function pageFor(visit: Visit, error: AuthError, reference: string): string | undefined {
  const { base, auth } = visit
  const { place } = factsOf(error)
  if (place === 'answer' || base === undefined) return undefined
  const query = queryFor(error, reference)
  if (auth.isProblem(error)) return pageForProblem(visit, base, query)
  return place === 'signIn' ? signInPageUrl(visit, base, query) : errorPageUrl(visit, base, query)
}

/** With a broken configuration our own pages would fail in the same way again, and so would one of the application that asks for a session. */
function pageForProblem(
  visit: Visit,
  base: Base,
  query: Record<string, string | undefined>,
): string | undefined {
  const { error } = visit.auth.pages
  if (error === undefined || visit.method !== 'GET') return undefined
  const target = pageUrl(base, error, query)
  if (!leadsBack(visit, base, target)) return target
  visit.auth.logger.error(
    new ErrorPageLoop(
      'The page of `pages.error` asks for a session, or is one of ours. Let it be opened by anybody, and leave it out of `authorized`.',
    ),
  )
  return undefined
}

/** Was this visit sent here by the page that it would be sent to, or is that page a door of ours? */
function leadsBack({ query }: Visit, base: Base, target: string): boolean {
  const { origin, pathname } = new URL(target)
  if (origin === base.origin && pathname.startsWith(`${base.path}/`)) return true
  const from = query.get('callbackUrl')
  return (
    from !== null &&
    URL.canParse(from, base.origin) &&
    new URL(from, base.origin).href.startsWith(origin + pathname)
  )
}

function signInPageUrl({ auth }: Visit, base: Base, query: Record<string, string | undefined>): string {
  return auth.pages.signIn ? pageUrl(base, auth.pages.signIn, query) : doorUrl(base, 'signin', query)
}

function errorPageUrl({ auth }: Visit, base: Base, query: Record<string, string | undefined>): string {
  return auth.pages.error ? pageUrl(base, auth.pages.error, query) : doorUrl(base, 'error', query)
}

function queryFor(error: AuthError, reference: string): Record<string, string | undefined> {
  const code = error instanceof CredentialsSignin ? error.code : undefined
  // A person can do something about a failure that is told by name; about any other they can only ask.
  return { error: publicTypeOf(error), code, reference: factsOf(error).isPublic ? undefined : reference }
}

function tellScript(visit: Visit, error: AuthError, reference: string, url: string | undefined): JsonResult {
  const { status } = factsOf(error)
  // Clients read any object from here as the new session, so a failed update has to be `null`.
  if (visit.door === 'session' && visit.method === 'POST')
    return { kind: 'json', status: status < 500 ? 400 : status, body: null }
  const body = { error: publicTypeOf(error), message: safeMessage(error), reference, url }
  return { kind: 'json', status, headers: headersFor(error), body }
}

/**
 * What may leave the server in words. Errors about the request itself have words of ours. Those of a sign-in may be the application's, its
 * database's or its mail server's, also where their type is public.
 */
function safeMessage(error: AuthError): string {
  const { place, isPublic } = factsOf(error)
  if (place === 'answer') return error.message
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
