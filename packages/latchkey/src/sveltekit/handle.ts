import type { RequestEvent } from '@sveltejs/kit'
import type { ResolvedAuth } from '../contract/context.ts'
import { isEndpointPath } from '../request/action-names.ts'
import type { CurrentUser } from '../types/current-user.ts'
import type { DefaultSession, Session } from '../types/session.ts'
import type { SessionOf } from './request-session.ts'
import { refuseMalformed } from './routed-path.ts'

/**
 * Hook, with a type that is the same in SvelteKit 2 and 3.
 *
 * @experimental
 */
export type LatchkeyHandle = (input: {
  event: RequestEvent
  resolve: (event: RequestEvent) => Promise<Response> | Response
}) => Promise<Response>

/**
 * Members that the hook adds to `event.locals`. In `app.d.ts`:
 * `/// <reference types="latchkey/sveltekit/ambient" />`, or for your own session type
 * `interface Locals extends LatchkeyLocals<AppSession> {}`
 *
 * @experimental
 */
export interface LatchkeyLocals<S extends DefaultSession = Session> {
  /**
   * Returns the session, or `null`. The session is read only once per request.
   *
   * @throws {AuthError} when the configuration is invalid, the host is not trusted, or the session
   *   cannot be read
   */
  auth: () => Promise<S | null>
  /**
   * Returns the user who is signed in, or `null`. The user's methods set cookies with the response
   * to this request. After it was sent, for example in a streamed promise, a token that is
   * refreshed is kept until a later request can set a cookie.
   *
   * @throws {AuthError} when the configuration is invalid, the host is not trusted, or the session
   *   cannot be read
   */
  currentUser: () => Promise<CurrentUser | null>
  /** @deprecated Use `auth`, which does the same. */
  getSession: () => Promise<S | null>
}

/** Returns the hook that serves Latchkey's endpoints and adds `locals.auth()` to other requests. */
export function createHandle<S extends DefaultSession>(sessionOf: SessionOf<S>): LatchkeyHandle {
  return async ({ event, resolve }) => {
    const malformed = refuseMalformed(event)
    if (malformed) return malformed
    const locals = event.locals as LatchkeyLocals<S>
    if (isPrerendered(event)) {
      // A prerendered page is the same for all visitors, so it has no session, and endpoints cannot
      // be prerendered.
      locals.auth = locals.getSession = locals.currentUser = async () => null
      return resolve(event)
    }
    const session = await sessionOf(event)
    if (isAuthEndpoint(session.auth.config, event)) return session.auth.handle(event.request)
    locals.auth = locals.getSession = session.read
    locals.currentUser = session.currentUser
    const response = await Promise.resolve(resolve(event)).finally(() => session.settle())
    return session.leaveWith(response)
  }
}

/** Returns whether the page is being prerendered. SvelteKit then throws when the query is read. */
export function isPrerendered({ url }: RequestEvent): boolean {
  try {
    return url.search === undefined
  } catch {
    return true
  }
}

/**
 * Returns whether a request is for one of Latchkey's endpoints. SvelteKit's data requests and
 * remote functions never are: they have a page's URL.
 *
 * @internal
 */
export function isAuthEndpoint(
  auth: ResolvedAuth,
  { url, isDataRequest, isRemoteRequest }: RequestEvent,
): boolean {
  return !isDataRequest && !isRemoteRequest && isEndpointPath(auth, url.pathname)
}
