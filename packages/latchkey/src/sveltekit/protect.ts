import { error, type RequestEvent, redirect } from '@sveltejs/kit'
import { getRequestEvent } from '$app/server'
import { wantsJson } from '../http/accept.ts'
import { UNCACHED } from '../http/cookies/write-cookies.ts'
import type { Auth } from '../integration/create-auth.ts'
import type { ProtectPageOptions } from '../integration/protect-options.ts'
import { checkProtection, isBelowAny } from '../integration/protected-paths.ts'
import { signInPagePath } from '../integration/sign-in-page.ts'
import { redirectToSignIn, unauthorized } from '../integration/sign-in-response.ts'
import type { Awaitable } from '../types/basics.ts'
import type { DefaultSession, Session } from '../types/session.ts'
import { isAuthEndpoint, isPrerendered, type LatchkeyHandle } from './handle.ts'
import type { SessionOf } from './request-session.ts'
import { isFromKitScript, readRoutedPaths, refuseMalformed, requestedPage } from './routed-path.ts'

/**
 * What a function that `protect` receives decides about.
 *
 * @experimental
 */
export interface ProtectedRequest<S extends DefaultSession = Session> {
  /**
   * The path that SvelteKit found the page for: decoded, after the hook `reroute`, without
   * `paths.base` and a slash at the end. Compare this path, not that of `event.url`.
   */
  readonly path: string
  /** The session, or `null` if the visitor is signed out. */
  readonly session: S | null
  readonly event: RequestEvent
}

/**
 * Returns `true` to let a request through, or a response to send. With any other value, signed-out
 * visitors are led to the sign-in page, and users who are signed in get status 403.
 *
 * @experimental
 */
export type Authorize<S extends DefaultSession = Session> = (
  request: ProtectedRequest<S>,
) => Awaitable<boolean | Response>

/**
 * Options of `protect`.
 *
 * @experimental
 */
export interface ProtectOptions {
  /** Path that signed-out users are redirected to. Default: the sign-in page, which leads back. */
  readonly redirectTo?: string
}

/**
 * Protects a page, an action or paths. The arguments decide which.
 *
 * @experimental
 */
export interface Protect<S extends DefaultSession = Session> {
  /**
   * Returns a hook that protects paths, for `sequence(handle, protect(['/account']))`. Compares
   * what SvelteKit has routed, so no path spelling leads past it.
   *
   * @param rule paths that need a session, with all paths below them; or a function that decides
   *   about every request
   * @throws {InvalidOption} when a path does not start with a slash
   */
  (rule: readonly string[] | Authorize<S>, options?: ProtectOptions): LatchkeyHandle
  /**
   * Returns the session, never `null`, in a load function, an action, an endpoint or a remote
   * function. Leads signed-out users to the sign-in page and back. With options, asks for more than
   * a session: a recent sign-in, a second factor.
   *
   * @throws SvelteKit's redirect. Scripts that call an endpoint get its error 401
   * @throws {AuthError} when an option is invalid, or the session cannot be read
   */
  (event: RequestEvent, options?: ProtectPageOptions): Promise<S>
  /** Does the same for the current request, for code that does not receive the event. */
  (options?: ProtectPageOptions): Promise<S>
}

type ProtectArguments<S extends DefaultSession> =
  | [(readonly string[] | Authorize<S>)?, ProtectOptions?]
  | [RequestEvent, ProtectPageOptions?]
  | [ProtectPageOptions]

/** Creates the function that protects pages, and creates the hook. */
export function createProtect<S extends DefaultSession>(sessionOf: SessionOf<S>): Protect<S> {
  const createHook = hookCreator(sessionOf)
  const protect = (...[first = {}, second]: ProtectArguments<S>): unknown => {
    if (typeof first === 'function' || Array.isArray(first))
      return createHook(first, second as ProtectOptions)
    if ('request' in first) return protectEvent(sessionOf, first, second as ProtectPageOptions)
    return protectEvent(sessionOf, getRequestEvent(), first as ProtectPageOptions)
  }
  // TypeScript cannot infer the overloads of one function.
  return protect as Protect<S>
}

async function protectEvent<S extends DefaultSession>(
  sessionOf: SessionOf<S>,
  event: RequestEvent,
  options: ProtectPageOptions | undefined,
): Promise<S> {
  if (isPrerendered(event))
    throw new Error(
      '`protect` was called while a page is prerendered: a file that is sent to every visitor. ' +
        'Remove `prerender` from the page.',
    )
  const { protectSession } = await import('./protect-session.ts')
  return protectSession(await sessionOf(event), event, options)
}

function hookCreator<S extends DefaultSession>(
  sessionOf: SessionOf<S>,
): (rule: readonly string[] | Authorize<S>, options?: ProtectOptions) => LatchkeyHandle {
  return (rule, options = {}) => {
    checkProtection('protect', typeof rule === 'function' ? [] : rule, options, ['redirectTo'])
    return typeof rule === 'function'
      ? async (input) => refuseMalformed(input.event) ?? askRule(sessionOf, rule, options, input)
      : async (input) => refuseMalformed(input.event) ?? requireSession(sessionOf, rule, options, input)
  }
}

type Input = Parameters<LatchkeyHandle>[0]

/** Lets signed-in users open the listed paths, and everyone all others. */
async function requireSession<S extends DefaultSession>(
  sessionOf: SessionOf<S>,
  paths: readonly string[],
  options: ProtectOptions,
  { event, resolve }: Input,
): Promise<Response> {
  if (!readRoutedPaths(event).all.some((path) => isBelowAny(path, paths))) return resolve(event)
  if (isPrerendered(event)) return refusePrerendered(await resolve(event), event)
  const { auth, read } = await sessionOf(event)
  if (isAuthEndpoint(auth.config, event) || isSignInPage(auth, event)) return resolve(event)
  const session = await read()
  if (session === null) return refuse(auth, event, session, options)
  return withoutCache(await resolve(event))
}

/** Lets one of the application's functions decide. */
async function askRule<S extends DefaultSession>(
  sessionOf: SessionOf<S>,
  rule: Authorize<S>,
  options: ProtectOptions,
  { event, resolve }: Input,
): Promise<Response> {
  if (isPrerendered(event)) return resolve(event)
  const { auth, read } = await sessionOf(event)
  if (isAuthEndpoint(auth.config, event)) return resolve(event)
  const session = await read()
  const verdict = await rule({ path: joinSegments(readRoutedPaths(event).routed), session, event })
  if (verdict instanceof Response) return verdict
  if (verdict !== true && !isSignInPage(auth, event)) return refuse(auth, event, session, options)
  const response = await resolve(event)
  return session === null ? response : withoutCache(response)
}

/** A slash that was encoded stays encoded, so that it is not taken for a separator. */
function joinSegments(path: readonly string[]): string {
  return `/${path.map((segment) => segment.replaceAll('/', '%2F')).join('/')}`
}

/**
 * Stops the build at a page that could not be protected. SvelteKit also asks for pages that it does
 * not prerender, because prerendered pages link to them.
 *
 * @throws {Error} if the page was prerendered
 */
function refusePrerendered(response: Response, { url }: RequestEvent): Response {
  const isRendered = response.ok && response.status !== 204
  if (!isRendered) return response
  throw new Error(
    `\`protect\` protects ${url.pathname}, which is prerendered: a file that is sent to every visitor. ` +
      'Remove `prerender` from the page, or leave its path out.',
  )
}

/** Users could not sign in if this page was protected. */
function isSignInPage<S extends DefaultSession>({ config }: Auth<S>, event: RequestEvent): boolean {
  const { request, url, isRemoteRequest } = event
  if (isRemoteRequest) return false
  const page = signInPagePath(config, { headers: request.headers, url })
  return page !== undefined && withoutSlash(page) === withoutSlash(url.pathname)
}

function withoutSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path
}

/** Leads signed-out visitors to the sign-in page. Users who are signed in lack a permission. */
function refuse<S extends DefaultSession>(
  { config }: Auth<S>,
  event: RequestEvent,
  session: S | null,
  { redirectTo }: ProtectOptions,
): Response {
  if (session !== null) error(403, 'You do not have access to this page.')
  const { method, headers } = event.request
  if (!isFromKitScript(event) && wantsJson(headers)) return unauthorized()
  const { headers: sent } = redirectToSignIn(
    config,
    { method, headers, url: requestedPage(event) },
    redirectTo,
  )
  // By throwing, SvelteKit's script can follow it.
  redirect(303, sent.get('location') ?? '', { external: true })
}

/** After a sign-out, the back button must not show the page again. */
function withoutCache(response: Response): Response {
  // A copy, because the headers of some responses are immutable.
  const copy = new Response(response.body, response)
  copy.headers.set('Cache-Control', UNCACHED)
  return copy
}
