import { cookies } from 'next/headers.js'
import { type NextRequest, NextResponse } from 'next/server.js'
import type { Auth } from '../integration/create-auth.ts'
import { isEndpointPath } from '../request/action-names.ts'
import type { Awaitable } from '../types/basics.ts'
import type { Cookie } from '../types/cookies.ts'
import type { DefaultSession, Session } from '../types/session.ts'
import { withoutBasePath } from './base-path.ts'
import { toCaller } from './caller.ts'
import type { AuthOf } from './config.ts'
import { withCookies } from './renewal.ts'
import { noteIgnored, toVerdict } from './verdict.ts'

/** Request with its session. */
export interface LatchkeyRequest<S extends DefaultSession = Session> extends NextRequest {
  auth: S | null
}

/** Without a response, the request continues. */
type HandlerResult = Awaitable<Response | NextResponse | null | undefined | void>
/** Second argument of a route handler or proxy. */
// biome-ignore lint/suspicious/noExplicitAny: Next.js passes `{ params }` to a route handler and a fetch event to a proxy, and checks both by name.
type HandlerContext = any

/** Route handler or proxy that receives the session as `request.auth`. */
export type AuthenticatedHandler<S extends DefaultSession = Session> = (
  request: LatchkeyRequest<S>,
  context: HandlerContext,
) => HandlerResult
/** Route handler or proxy, as Next.js calls it. */
export type Handler = (request: NextRequest, context: HandlerContext) => Promise<Response>

/** Wraps a handler: reads the session for it, and renews the session with its response. */
export function wrap<S extends DefaultSession>(
  authFor: AuthOf<S>,
  handler: AuthenticatedHandler<S>,
): Handler {
  return async (request, context) => {
    const { auth, authorized } = await authFor(request)
    const check = await readSession(auth, request)
    if (check instanceof Response) return check
    const { session, cookies: renewal } = check
    const verdict = authorized && (await toVerdict(auth.config, authorized({ auth: session, request })))
    if (verdict instanceof Response) {
      const { withAbsoluteLocation } = await import('./refuse.ts')
      return withCookies(request, withAbsoluteLocation(auth, request, verdict), renewal)
    }
    if (verdict === false) await noteIgnored(auth.config)
    const response =
      (await handler(Object.assign(request, { auth: session }), context)) ?? NextResponse.next()
    return withCookies(request, response, await withoutChanged(request, response, renewal))
  }
}

/**
 * Handles a request when `auth` is the proxy. Requests that are not allowed are redirected to the
 * sign-in page, which leads back.
 */
export async function protect<S extends DefaultSession>(
  authFor: AuthOf<S>,
  request: NextRequest,
): Promise<Response> {
  const { auth, authorized } = await authFor(request)
  const check = await readSession(auth, request)
  if (check instanceof Response) return check
  const { session, cookies: renewal } = check
  const verdict =
    authorized === undefined || isEndpoint(auth, request)
      ? true
      : await toVerdict(auth.config, authorized({ auth: session, request }))
  if (verdict === true) return withCookies(request, NextResponse.next(), renewal)
  const { refuse } = await import('./refuse.ts')
  return withCookies(request, refuse(auth, request, verdict || undefined), renewal)
}

/**
 * Returns a request's session, or the error page. Warns if the visitor is signed out only because
 * the configuration expects a cookie with another name.
 */
async function readSession<S extends DefaultSession>(
  auth: Auth<S>,
  request: NextRequest,
): ReturnType<Auth<S>['sessionOrErrorPage']> {
  const result = await auth.sessionOrErrorPage(toCaller(request))
  const isSignedIn = result instanceof Response || result.session !== null
  if (!isSignedIn && request.headers.get('cookie')?.includes('.session-token'))
    await (await import('./other-prefix.ts')).warnOfOtherPrefix(auth.config, request)
  return result
}

/**
 * Returns whether a path is one of Latchkey's endpoints. They are always allowed, because users
 * could not sign in or out otherwise.
 */
function isEndpoint<S extends DefaultSession>({ config }: Auth<S>, { nextUrl }: NextRequest): boolean {
  const path = withoutBasePath(config.basePath, nextUrl)
  return isEndpointPath(config, nextUrl.pathname, path === '/' ? '' : path)
}

/**
 * Returns the renewal, or no cookies if the handler changed them. A renewal must not undo a sign-in
 * or sign-out.
 */
async function withoutChanged(
  request: NextRequest,
  response: Response,
  renewal: readonly Cookie[],
): Promise<readonly Cookie[]> {
  if (renewal.length === 0) return renewal
  const store = await cookies()
  const sent = response.headers.getSetCookie().map((header) => header.split('=', 1)[0])
  const isChanged = ({ name }: Cookie): boolean =>
    sent.includes(name) || store.get(name)?.value !== request.cookies.get(name)?.value
  return renewal.some(isChanged) ? [] : renewal
}
