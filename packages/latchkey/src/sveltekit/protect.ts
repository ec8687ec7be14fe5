import { error, type RequestEvent, redirect } from '@sveltejs/kit'
import { wantsJson } from '../http/accept.ts'
import { UNCACHED } from '../http/cookies/write-cookies.ts'
import type { Auth } from '../integration/create-auth.ts'
import { chooseTarget } from '../integration/outcome.ts'
import { checkProtection, isBelowAny } from '../integration/protected-paths.ts'
import { signInPagePath } from '../integration/sign-in-page.ts'
import { redirectToSignIn, unauthorized } from '../integration/sign-in-response.ts'
import type { Awaitable } from '../types/basics.ts'
import type { DefaultSession, Session } from '../types/session.ts'
import { isAuthEndpoint, isPrerendered, type LatchkeyHandle } from './handle.ts'
import { kitBase } from './preset.ts'
import type { SessionOf } from './request-session.ts'
import { isFromKitScript, readRoutedPaths, refuseMalformed } from './routed-path.ts'

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
 * Creates a hook that protects paths.
 *
 * @experimental
 */
export type Protect<S extends DefaultSession = Session> = (
  rule: readonly string[] | Authorize<S>,
  options?: ProtectOptions,
) => LatchkeyHandle

/** Creates the function that creates the hook. */
export function createProtect<S extends DefaultSession>(sessionOf: SessionOf<S>): Protect<S> {
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
  if (isAuthEndpoint(auth.config.basePath, event) || isSignInPage(auth, event)) return resolve(event)
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
  if (isAuthEndpoint(auth.config.basePath, event)) return resolve(event)
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

/** Returns the page to come back to. A form action's query names the action. */
function requestedPage({ request, url, isRemoteRequest }: RequestEvent): URL {
  const page = new URL(isRemoteRequest ? chooseTarget(undefined, request.headers, kitBase || '/') : url, url)
  for (const name of [...page.searchParams.keys()]) if (name.startsWith('/')) page.searchParams.delete(name)
  return page
}

/** After a sign-out, the back button must not show the page again. */
function withoutCache(response: Response): Response {
  // A copy, because the headers of some responses are immutable.
  const copy = new Response(response.body, response)
  copy.headers.set('Cache-Control', UNCACHED)
  return copy
}
