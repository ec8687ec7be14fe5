import type { ResolvedAuth } from '../contract/context.ts'
import type { ProtectedPlace } from '../integration/protect.ts'
import { asksOnlyForSession, type ProtectPageOptions } from '../integration/protect-options.ts'
import { isScript, type Refused, refusalBody, refusalUrl, sendingPage } from '../integration/refusal.ts'
import type { DefaultSession } from '../types/session.ts'
import type { Parts } from './actions.ts'
import { currentEvent, isPage, type StartEvent, toCaller, writeCookies } from './event.ts'
import { RouteError } from './route-error.ts'
import { isServerFunctionCall, refuseCrossOriginCall } from './server-functions.ts'

/**
 * Returns the session for a query, an action or an API route.
 *
 * @throws {Response} the redirect, like the router's `redirect`
 * @throws {RouteError} in an API route, as which SolidStart responds: the redirect, or status 401 for
 *   a script
 */
export async function protectCall<S extends DefaultSession>(
  parts: Parts<S>,
  options: ProtectPageOptions = {},
): Promise<S> {
  const event = currentEvent('protect')
  // Without options, all functions share the session of their request.
  const shared = asksOnlyForSession(options) ? await parts.sessions.read(event) : null
  if (shared !== null) return shared
  const auth = parts.auth()
  const isCall = isServerFunctionCall(event)
  if (isCall) refuseCrossOriginCall(auth, event)
  const caller = toCaller(event, !isPage(event))
  const place = placeOf(auth.config, event, isCall)
  const result = await auth.protect(caller, options, place)
  if (result.cookies.length > 0) {
    writeCookies(event, result.cookies)
    parts.sessions.forget(event)
  }
  if (result.session !== null) {
    if (isCall && options.form !== undefined) leadBack(event, place.page)
    return result.session
  }
  throw createRefusal(auth.config, event, result, options.page ?? place.page)
}

/** Returns what to throw to lead the user on. @param page the page to return to after signing in */
export function createRefusal(
  auth: ResolvedAuth,
  event: StartEvent,
  result: Refused,
  page: string | undefined,
): Response | Error {
  const { headers, url } = event.request
  const Location = refusalUrl(auth, { headers, url: new URL(url) }, result, page)
  if (!isServerFunctionCall(event) && !isPage(event)) {
    const body = refusalBody(result)
    return isScript(headers)
      ? new RouteError(body.error, 401, { body })
      : new RouteError(body.error, 303, { headers: new Headers({ Location }) })
  }
  // An empty `X-Revalidate`: the old page's queries could redirect elsewhere.
  return new Response(null, { status: 303, headers: { Location, 'X-Revalidate': '' } })
}

/**
 * Returns the page to return to, and where a form is sent again: to the URL of the server function,
 * as a browser without JavaScript does. Bound arguments that a script sends are not part of it.
 */
function placeOf(auth: ResolvedAuth, { request }: StartEvent, isCall: boolean): ProtectedPlace {
  const { pathname, search } = new URL(request.url)
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const page = isRead && !isCall ? pathname + search : sendingPage(auth, request.headers)
  const id = request.headers.get('x-server-id')?.split('#', 1)[0]
  const action = pathname + (id === undefined ? search : `?id=${encodeURIComponent(id)}`)
  const type = request.headers.get('content-type') ?? ''
  const isMultipart = type.startsWith('multipart/form-data')
  const isForm = isMultipart || type.startsWith('application/x-www-form-urlencoded')
  return { page, target: { action, isMultipart }, isUnrepeatable: !isForm }
}

/**
 * Sets the page that SolidStart redirects to after the action of a form. A form that was offered
 * again comes from the page that offered it.
 */
function leadBack({ request: { headers } }: StartEvent, page: string | undefined): void {
  if (page === undefined) return
  try {
    headers.set('referer', page)
  } catch {
    // In some runtimes, the headers of a request are immutable. There the page says that the form
    // was sent, and leads on.
  }
}
