import { cookies } from 'next/headers.js'
import { type NextRequest, NextResponse } from 'next/server.js'
import type { Auth } from '../integration/create-auth.ts'
import { readOrNobody } from '../read-or-nobody.ts'
import type { Awaitable } from '../types/basics.ts'
import type { Cookie } from '../types/cookies.ts'
import type { DefaultSession, Session } from '../types/session.ts'
import { withoutBasePath } from './base-path.ts'
import { callerOf } from './caller.ts'
import type { AuthOf } from './config.ts'
import { withCookies } from './renewal.ts'
import { toSignIn } from './to-sign-in.ts'

/** A request that carries its session. */
export interface LatchkeyRequest<S extends DefaultSession = Session> extends NextRequest {
  auth: S | null
}

type HandlerResult = Awaitable<Response | NextResponse | undefined | void>
/** What a route handler or proxy is called with beside the request. */
// biome-ignore lint/suspicious/noExplicitAny: Next.js passes `{ params }` to a route handler and a fetch event to a proxy, and checks both by name.
type HandlerContext = any

/** A route handler or proxy that is given the session as `request.auth`. */
export type AuthenticatedHandler<S extends DefaultSession = Session> = (
  request: LatchkeyRequest<S>,
  context: HandlerContext,
) => HandlerResult
/** A route handler or proxy as Next.js calls it. */
export type Handler = (request: NextRequest, context: HandlerContext) => Promise<Response>

/** A handler that is called with the session at hand, and whose answer carries the session's renewal. */
export function wrap<S extends DefaultSession>(
  authFor: AuthOf<S>,
  handler: AuthenticatedHandler<S>,
): Handler {
  return async (request, context) => {
    const { auth, authorized } = await authFor(request)
    const { session, cookies: renewal } = await readOrNobody(auth, callerOf(request))
    const verdict = await authorized?.({ auth: session, request })
    if (verdict instanceof Response) return withCookies(request, verdict, renewal)
    const response =
      (await handler(Object.assign(request, { auth: session }), context)) ?? NextResponse.next()
    return withCookies(request, response, await withoutChanged(request, response, renewal))
  }
}

/** `auth` as the proxy itself: who is not let in goes to the sign-in page, and comes back from there. */
export async function protect<S extends DefaultSession>(
  authFor: AuthOf<S>,
  request: NextRequest,
): Promise<Response> {
  const { auth, authorized } = await authFor(request)
  const { session, cookies: renewal } = await readOrNobody(auth, callerOf(request))
  const verdict =
    authorized === undefined || isSignInPath(auth, request)
      ? true
      : await authorized({ auth: session, request })
  if (verdict instanceof Response) return withCookies(request, verdict, renewal)
  return withCookies(request, verdict ? NextResponse.next() : toSignIn(auth, request), renewal)
}

/** Our own doors and the sign-in page are never refused: nobody could ever get in. */
function isSignInPath<S extends DefaultSession>(auth: Auth<S>, { nextUrl }: NextRequest): boolean {
  const { pages, basePath } = auth.config
  if (nextUrl.pathname.startsWith(`${withoutBasePath(basePath, nextUrl)}/`)) return true
  return (
    pages.signIn !== undefined &&
    withoutBasePath(new URL(pages.signIn, nextUrl).pathname, nextUrl) === nextUrl.pathname
  )
}

/** A renewal must not undo what the handler did: when it signed out or in, its cookies count. */
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
