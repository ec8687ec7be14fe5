import { AuthError } from '../errors.ts'
import { wantsJson } from '../http/accept.ts'
import { namedPageUrl } from '../http/endpoint-url.ts'
import { publicBase } from '../http/public-base.ts'
import type { Auth } from '../integration/create-auth.ts'
import { isEndpointPath } from '../request/action-names.ts'
import type { DefaultSession, Session } from '../types/session.ts'
import type { Parts } from './actions.ts'
import { currentEvent, type StartEvent } from './event.ts'
import { isServerFunctionCall, refuseCrossOriginCall, settleSingleFlight } from './server-functions.ts'

/** Options of the middleware. */
export interface MiddlewareOptions {
  /**
   * Paths that need a session, with all paths below them, for example
   * `['/account', '/api/orders']`. Default: none.
   */
  protect?: readonly string[]
  /** Path that signed-out users are redirected to. Default: the sign-in page, which leads back. */
  redirectTo?: string
}

/** Middleware for SolidStart's `createMiddleware`. */
export type Middleware = (event: { readonly req: Request }, next: () => unknown) => Promise<unknown>

/**
 * Returns middleware that rejects cross-origin calls of server functions, stores the session in
 * `event.locals`, renews it, and protects paths.
 */
export function protectPaths<S extends DefaultSession>(
  parts: Parts<S>,
  options: MiddlewareOptions = {},
): Middleware {
  return async (_, next) => {
    const [auth, event] = [parts.auth(), currentEvent('middleware')]
    const { pathname } = new URL(event.request.url)
    if (isServerFunctionCall(event)) {
      try {
        refuseCrossOriginCall(auth, event)
      } catch (error) {
        return refusal(auth, error)
      }
      settleSingleFlight(event)
    }
    // Latchkey's endpoints read the session themselves, and may end it.
    if (isEndpointPath(auth.config.basePath, pathname)) return next()
    return (await checkAccess(parts, options, event, pathname)) ?? next()
  }
}

/**
 * Reads the session and checks access.
 *
 * @returns the response for a rejected request, or `undefined` if the request is allowed
 */
async function checkAccess<S extends DefaultSession>(
  { auth, sessions }: Parts<S>,
  { protect = [], redirectTo }: MiddlewareOptions,
  event: StartEvent,
  path: string,
): Promise<Response | undefined> {
  const isProtected = isBelowAny(path, protect) && path !== signInPath(auth())
  // On other paths, an error only leaves `locals.session` unset. `auth()` throws the error.
  const session = isProtected
    ? await sessions.renewOrErrorPage(event)
    : await sessions.renew(event).catch(() => undefined)
  if (session instanceof Response) return session
  // The declared type: the one that follows from the callbacks cannot be written into a global
  // interface.
  if (session !== undefined) event.locals.session = session as Session | null
  if (!isProtected) return undefined
  // The next user of the browser must not find the page in its cache.
  event.response.headers.set('Cache-Control', 'private, no-store')
  return session === null ? toSignIn(auth(), event, redirectTo) : undefined
}

/**
 * Compares paths like the router, which ignores case. Matches some paths that the router does not,
 * where that does no harm.
 */
function isBelowAny(path: string, prefixes: readonly string[]): boolean {
  const requested = segmentsOf(path)
  return prefixes.some((prefix) => segmentsOf(prefix).every((segment, index) => segment === requested[index]))
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter(Boolean).map(decode)
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment).toLowerCase()
  } catch {
    return segment.toLowerCase()
  }
}

function signInPath<S extends DefaultSession>({ config }: Auth<S>): string | undefined {
  const { signIn } = config.pages
  return signIn && new URL(signIn, 'http://localhost').pathname
}

function toSignIn<S extends DefaultSession>(
  auth: Auth<S>,
  event: StartEvent,
  redirectTo: string | undefined,
): Response {
  const { headers, method, url } = event.request
  if (wantsJson(headers)) return Response.json({ error: 'Please sign in.' }, { status: 401 })
  // With 303, the browser does not post the form again.
  const status = method === 'GET' || method === 'HEAD' ? 302 : 303
  return new Response(null, {
    status,
    headers: { Location: redirectTo ?? signInUrl(auth, headers, new URL(url)) },
  })
}

/** Returns the URL of the sign-in page, with the URL of the requested page as `callbackUrl`. */
function signInUrl<S extends DefaultSession>({ config }: Auth<S>, headers: Headers, url: URL): string {
  const base = publicBase(config, headers, url)
  // Only for the type: for a host that is not trusted, the error page was sent already.
  if (base === undefined) return `${config.basePath}/signin`
  const query = { callbackUrl: `${base.origin}${url.pathname}${url.search}` }
  return namedPageUrl({ auth: config, base }, 'signIn', query)
}

function refusal<S extends DefaultSession>({ config }: Auth<S>, error: unknown): Response {
  if (!(error instanceof AuthError)) throw error
  config.logger.error(error)
  return new Response('This request was rejected because it does not come from this application.', {
    status: 403,
    headers: { 'Content-Type': 'text/plain' },
  })
}
