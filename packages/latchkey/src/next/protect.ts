import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRedirectError } from 'next/dist/client/components/redirect.js'
import { type NextRequest, NextResponse } from 'next/server.js'
import type { ResolvedAuth } from '../contract/context.ts'
import type { StepUpRequired } from '../errors/second-factor.ts'
import { nodeCookieWriter } from '../http/cookies/node-cookies.ts'
import { UNCACHED } from '../http/cookies/write-cookies.ts'
import { asksOnlyForSession, type ProtectPageOptions } from '../integration/protect-options.ts'
import { isScript, refusalBody, refusalUrl, sendingPage } from '../integration/refusal.ts'
import type { HeaderReader } from '../types/basics.ts'
import type { DefaultSession } from '../types/session.ts'
import { nextBasePath } from './base-path.ts'
import { currentCaller, toCaller } from './caller.ts'
import type { AuthOf } from './config.ts'
import { type ActionCall, actionTarget, type CurrentPlace, currentPlace } from './current-page.ts'
import { connection } from './newer-names.ts'
import { type PagesContext, pagesRequest } from './pages-router.ts'
import { withCookies } from './renewal.ts'
import type { Handler } from './wrap.ts'
import { canWriteCookies, writeCookies } from './write-cookies.ts'

/**
 * Options of `protect`. In the App Router, `action` and `args` say how a form is sent again to its
 * server action.
 */
export interface NextProtectOptions extends ProtectPageOptions, ActionCall {}

/** Route handler that receives the session, which is never `null`, as `request.auth`. */
export type ProtectedHandler<S extends DefaultSession> = (
  request: NextRequest & { auth: S },
  context: Parameters<Handler>[1],
) => Response | Promise<Response>

/**
 * Returns the session for a server component, server action or route handler.
 *
 * @throws the redirect error of Next.js, which you must not catch
 */
async function protectCurrent<S extends DefaultSession>(
  authFor: AuthOf<S>,
  readSession: () => Promise<S | null>,
  { action, args, ...options }: NextProtectOptions = {},
): Promise<S> {
  const canWrite = await canWriteCookies()
  // Without options, components share the session of their request.
  const shared = asksOnlyForSession(options) && !canWrite ? await readSession() : null
  if (shared !== null) return shared
  const caller = await currentCaller(canWrite)
  // Expiry depends on the time of the request.
  if (!canWrite) await connection()
  const { auth } = await authFor(undefined)
  const place = currentPlace()
  const wanted = options.page ?? returnPath(auth.config, place, caller.headers, canWrite)
  const target = place.isRouteHandler
    ? place.path && { action: place.path }
    : actionTarget(wanted, { action, args }, caller.headers.get('next-action'))
  const isUnrepeatable = !target
  const result = await auth.protect(caller, options, {
    page: wanted,
    ...(target ? { target } : { isUnrepeatable }),
  })
  if (canWrite) await writeCookies(result.cookies)
  if (result.session !== null) return result.session
  if (place.isRouteHandler && isScript(caller.headers)) throw unauthorizedError()
  const url = refusalUrl(auth.config, caller, result, wanted)
  throw getRedirectError(url, canWrite ? 'push' : 'replace', canWrite ? 303 : 307)
}

/**
 * Throws what one of the user's methods throws, as an error that Next.js takes for a redirect when it
 * leaves a page or an action, and for status 401 when it leaves a route handler that a script calls.
 */
export function leaveFor(stepUp: StepUpRequired, headers: HeaderReader, canWrite: boolean): never {
  const { path, isRouteHandler } = currentPlace()
  const url = canWrite ? stepUp.url : returningTo(path, stepUp.url)
  const { digest } =
    isRouteHandler && isScript(headers)
      ? unauthorizedError()
      : getRedirectError(url, canWrite ? 'push' : 'replace', canWrite ? 303 : 307)
  throw Object.assign(stepUp, { digest, url })
}

/**
 * Lets the page of a step-up lead back to the page that is rendered. Its `Referer` header names the page
 * before it.
 */
function returningTo(path: string | undefined, stepUpUrl: string): string {
  if (path === undefined) return stepUpUrl
  const url = new URL(stepUpUrl)
  const page = URL.parse(path, url)
  // A path may begin with two slashes.
  if (page?.origin === url.origin) url.searchParams.set('callbackUrl', page.href)
  return url.href
}

/** Returns the page to return to. A route handler's URL is one only if a browser opens it. */
function returnPath(
  auth: ResolvedAuth,
  { path, isRouteHandler }: CurrentPlace,
  headers: HeaderReader,
  canWrite: boolean,
): string {
  const isForm = isRouteHandler && headers.get('content-type') !== null
  const referer = canWrite ? sendingPage(auth, headers) : undefined
  return (isForm ? undefined : path) ?? referer ?? (nextBasePath || '/')
}

/** Next.js sends status 401 for this error in a route handler, without a body. */
function unauthorizedError(): Error & { readonly digest: string } {
  return Object.assign(new Error('The user is signed out, or has to confirm who they are.'), {
    digest: 'NEXT_HTTP_ERROR_FALLBACK;401',
  })
}

/** Runs a route handler if there is a session. Scripts get the refusal as JSON. */
export async function runProtected<S extends DefaultSession>(
  authFor: AuthOf<S>,
  handler: ProtectedHandler<S>,
  [options = {}]: [Omit<ProtectPageOptions, 'form' | 'omit'>?],
  request: NextRequest,
  context: Parameters<Handler>[1],
): Promise<Response> {
  const { auth } = await authFor(request)
  const { pathname, search } = request.nextUrl
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const page = isRead ? `${nextBasePath}${pathname}${search}` : sendingPage(auth.config, request.headers)
  const caller = toCaller(request)
  const result = await auth.protect(caller, options, { page })
  if (result.session !== null) {
    const response = await handler(Object.assign(request, { auth: result.session }), context)
    return withCookies(request, response, result.cookies)
  }
  const refusal = isScript(request.headers)
    ? NextResponse.json(refusalBody(result), { status: 401 })
    : NextResponse.redirect(refusalUrl(auth.config, caller, result, options.page ?? page), isRead ? 307 : 303)
  return withCookies(request, refusal, result.cookies)
}

/** Returns the session in the Pages Router, or responds and returns `null`. */
async function protectPage<S extends DefaultSession>(
  authFor: AuthOf<S>,
  context: Partial<PagesContext> & { readonly resolvedUrl?: string },
  options: ProtectPageOptions = {},
): Promise<S | null> {
  const { request, res } = pagesRequest(context, 'protect')
  const { auth } = await authFor(request)
  const caller = { ...toCaller(request), canWrite: !res.headersSent }
  const { pathname, search } = request.nextUrl
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const page = context.resolvedUrl ?? (isRead ? pathname + search : sendingPage(auth.config, request.headers))
  const result = await auth.protect(caller, options, { page })
  nodeCookieWriter(res)(result.cookies)
  // The next user of the browser must not find the page in its cache.
  if (!res.headersSent) res.setHeader('Cache-Control', UNCACHED)
  if (result.session !== null) return result.session
  if (isScript(request.headers) && context.resolvedUrl === undefined) {
    res.writeHead(401, { 'Content-Type': 'application/json' }).end(JSON.stringify(refusalBody(result)))
    return null
  }
  const Location = refusalUrl(auth.config, caller, result, options.page ?? page)
  res.writeHead(isRead ? 307 : 303, { Location }).end()
  return null
}

/** Arguments of `protect`, except for a handler's. */
export type ProtectArguments =
  | [NextProtectOptions?]
  | [IncomingMessage, ServerResponse, ProtectPageOptions?]
  | [PagesContext, ProtectPageOptions?]

/** Returns the session of the request that the arguments name. */
export function protectAny<S extends DefaultSession>(
  authFor: AuthOf<S>,
  readSession: () => Promise<S | null>,
  args: ProtectArguments,
): Promise<S | null> {
  const [first = {}, second, third] = args
  if ('req' in first) return protectPage(authFor, first, second as ProtectPageOptions)
  if ('socket' in first) return protectPage(authFor, { req: first, res: second as ServerResponse }, third)
  return protectCurrent(authFor, readSession, first)
}
