import { AuthError } from '../errors/auth-error.ts'
import { wantsJson } from '../http/accept.ts'
import type { Auth } from '../integration/create-auth.ts'
import { checkProtection, isBelowAny, readSegments } from '../integration/protected-paths.ts'
import { signInPagePath } from '../integration/sign-in-page.ts'
import { redirectToSignIn, unauthorized } from '../integration/sign-in-response.ts'
import { isEndpointPath } from '../request/action-names.ts'
import type { DefaultSession, Session } from '../types/session.ts'
import type { Parts } from './actions.ts'
import { currentEvent, type StartEvent } from './event.ts'
import { isServerFunctionCall, refuseCrossOriginCall, settleSingleFlight } from './server-functions.ts'

/**
 * Options for the middleware.
 *
 * @experimental
 */
export interface MiddlewareOptions {
  /**
   * Paths that need a session, with all paths below them, for example
   * `['/account', '/api/orders']`. Default: none.
   */
  protect?: readonly string[]
  /** Path that signed-out users are redirected to. Default: the sign-in page, which leads back. */
  redirectTo?: string
}

/**
 * Middleware for SolidStart's `createMiddleware`.
 *
 * @experimental
 */
export type Middleware = (event: { readonly req: Request }, next: () => unknown) => Promise<unknown>

/**
 * Returns middleware that rejects cross-origin calls of server functions, stores the session in
 * `event.locals`, renews it, and protects paths.
 */
export function protectPaths<S extends DefaultSession>(
  parts: Parts<S>,
  options: MiddlewareOptions = {},
): Middleware {
  checkProtection('middleware', options.protect ?? [], options, ['protect', 'redirectTo'])
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
    if (isEndpointPath(auth.config, pathname)) return next()
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
  const { headers, url } = event.request
  const isProtected =
    isBelowAny(readSegments(path), protect) &&
    path !== signInPagePath(auth().config, { headers, url: new URL(url) })
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

function toSignIn<S extends DefaultSession>(
  { config }: Auth<S>,
  { request: { headers, method, url } }: StartEvent,
  redirectTo: string | undefined,
): Response {
  if (wantsJson(headers)) return unauthorized()
  return redirectToSignIn(config, { headers, method, url: new URL(url) }, redirectTo)
}

function refusal<S extends DefaultSession>({ config }: Auth<S>, error: unknown): Response {
  if (!(error instanceof AuthError)) throw error
  config.logger.error(error)
  return new Response('This request was rejected because it does not come from this application.', {
    status: 403,
    headers: { 'Content-Type': 'text/plain' },
  })
}
