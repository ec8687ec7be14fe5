import { AuthError } from '../errors.ts'
import { wantsJson } from '../http/accept.ts'
import { endpointUrl, pageUrl } from '../http/endpoint-url.ts'
import { publicBase } from '../http/public-base.ts'
import type { Auth } from '../integration/create-auth.ts'
import type { DefaultSession, Session } from '../types/session.ts'
import type { Parts } from './actions.ts'
import { currentEvent, type StartEvent } from './event.ts'
import { isServerFunctionCall, refuseCrossOriginCall, settleSingleFlight } from './server-functions.ts'

/** What the middleware keeps to those who are signed in. */
export interface MiddlewareOptions {
  /** Paths that are protected with all below them, for instance `['/account', '/api/orders']`. Default: none. */
  protect?: readonly string[]
  /** Where people go who are not signed in, as a path. Default: the sign-in page, which leads back. */
  redirectTo?: string
}

/** Middleware as `createMiddleware` of SolidStart takes it. */
export type Middleware = (event: { readonly req: Request }, next: () => unknown) => Promise<unknown>

/** Middleware that refuses foreign calls of server functions, reads the session for `event.locals`, renews it, and protects paths. */
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
    // Our doors read the session themselves, and may end it.
    if (pathname.startsWith(`${auth.config.basePath}/`)) return next()
    return (await pass(parts, options, event, pathname)) ?? next()
  }
}

/** @returns what is answered instead; nothing when the request may go on */
async function pass<S extends DefaultSession>(
  { auth, sessions }: Parts<S>,
  { protect = [], redirectTo }: MiddlewareOptions,
  event: StartEvent,
  path: string,
): Promise<Response | undefined> {
  const isProtected = isBelowAny(path, protect) && path !== signInPath(auth())
  const reading = sessions.renew(event)
  // Where it decides nothing, what could not be found out is only missing in `locals`; who asks `auth()` is told why.
  const session = isProtected ? await reading : await reading.catch(() => undefined)
  // The declared type: the one that follows from the callbacks cannot be written into a global interface.
  if (session !== undefined) event.locals.session = session as Session | null
  if (!isProtected) return undefined
  // Whoever uses the browser next shall not find the page in its memory.
  event.response.headers.set('Cache-Control', 'private, no-store')
  return session === null ? toSignIn(auth(), event, redirectTo) : undefined
}

/** Compared as the router does it, which takes `/Account` for `/account`, and more broadly where that costs nothing. */
function isBelowAny(path: string, prefixes: readonly string[]): boolean {
  const asked = segmentsOf(path)
  return prefixes.some((prefix) => segmentsOf(prefix).every((segment, index) => segment === asked[index]))
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
  // A form that was sent to the page must not be sent on.
  const status = method === 'GET' || method === 'HEAD' ? 302 : 303
  return new Response(null, {
    status,
    headers: { Location: redirectTo ?? signInUrl(auth, headers, new URL(url)) },
  })
}

/** The sign-in page, with the page that was asked for as `callbackUrl`. */
function signInUrl<S extends DefaultSession>({ config }: Auth<S>, headers: Headers, url: URL): string {
  const base = publicBase(config, headers, url)
  // With an address that cannot be believed our own page says so.
  if (base === undefined) return `${config.basePath}/signin`
  const query = { callbackUrl: `${base.origin}${url.pathname}${url.search}` }
  return config.pages.signIn ? pageUrl(base, config.pages.signIn, query) : endpointUrl(base, 'signin', query)
}

function refusal<S extends DefaultSession>({ config }: Auth<S>, error: unknown): Response {
  if (!(error instanceof AuthError)) throw error
  config.logger.error(error)
  return new Response('This was refused: no page of this application asked for it.', {
    status: 403,
    headers: { 'Content-Type': 'text/plain' },
  })
}
