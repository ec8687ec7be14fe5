import { type NextRequest, NextResponse } from 'next/server.js'
import { publicBase } from '../http/public-base.ts'
import type { Auth } from '../integration/create-auth.ts'
import { signInPagePath } from '../integration/sign-in-page.ts'
import type { DefaultSession } from '../types/session.ts'
import { withoutBasePath } from './base-path.ts'

/**
 * Returns the response to a request that `authorized` does not allow: its own response, or a
 * redirect to the sign-in page. That page stays open, because users could not sign in otherwise.
 */
export function refuse<S extends DefaultSession>(
  auth: Auth<S>,
  request: NextRequest,
  response: Response | undefined,
): Response {
  if (isSignInPage(auth, request) && !(response && leadsAway(auth, request, response)))
    return NextResponse.next()
  return response ? withAbsoluteLocation(auth, request, response) : toSignIn(auth, request)
}

/**
 * Returns a response with the URL of its redirect in full: the proxy of Next.js throws if it is
 * relative.
 */
export function withAbsoluteLocation<S extends DefaultSession>(
  { config }: Auth<S>,
  { headers, nextUrl }: NextRequest,
  response: Response,
): Response {
  const location = response.headers.get('location')
  if (location === null || URL.canParse(location)) return response
  const { origin } = publicBase(config, headers, nextUrl) ?? nextUrl
  const url = URL.parse(location, `${origin}${nextUrl.basePath}${nextUrl.pathname}`)
  if (url === null) return response
  const { status, statusText, body } = response
  const absolute = new Response(body, { status, statusText, headers: response.headers })
  absolute.headers.set('location', url.href)
  return absolute
}

function isSignInPage<S extends DefaultSession>(
  { config }: Auth<S>,
  { headers, nextUrl }: NextRequest,
): boolean {
  const page = signInPagePath(config, { headers, url: nextUrl })
  if (page === undefined) return false
  const { pathname, locale } = nextUrl
  const paths = [pathname, `/${locale}${pathname}`].map(withoutSlash)
  return paths.includes(withoutSlash(withoutBasePath(page, nextUrl)))
}

/** Returns whether a response is not a redirect to the requested page itself, which would loop. */
function leadsAway<S extends DefaultSession>(
  { config }: Auth<S>,
  { headers, nextUrl }: NextRequest,
  response: Response,
): boolean {
  const location = response.headers.get('location')
  const target = location === null ? null : URL.parse(location, nextUrl.href)
  if (target === null) return true
  const origins = [nextUrl.origin, publicBase(config, headers, nextUrl)?.origin]
  // `href` has the locale and the trailing slash of the configuration of Next.js.
  const paths = [new URL(nextUrl.href).pathname, `${nextUrl.basePath}${nextUrl.pathname}`]
  return !origins.includes(target.origin) || !paths.map(withoutSlash).includes(withoutSlash(target.pathname))
}

function withoutSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path
}

/** Returns a redirect from a protected page to the sign-in page, which leads back to the page. */
function toSignIn<S extends DefaultSession>(auth: Auth<S>, request: NextRequest): Response {
  const url = signInUrl(auth, request)
  // The client of a server action does not follow redirects. It navigates to the URL in this header
  // of Next.js.
  if (request.headers.has('next-action')) {
    return new NextResponse(null, {
      status: 303,
      headers: { 'x-action-redirect': `${relativePath(url, request)};push` },
    })
  }
  // With 303, the browser does not post the form again to the sign-in page.
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return NextResponse.redirect(url, isRead ? 307 : 303)
}

/**
 * Returns the URL of the sign-in page, with the URL of the requested page as `callbackUrl`. The
 * query of the requested page is only in that URL: in the sign-in page's own query, its `error`
 * would be shown.
 */
function signInUrl<S extends DefaultSession>(auth: Auth<S>, request: NextRequest): URL {
  const { pathname, search, basePath } = request.nextUrl
  // Next.js knows the address that it listens on, not the public address of the application.
  const { origin } = publicBase(auth.config, request.headers, request.nextUrl) ?? { origin: '' }
  const page = new URL(auth.config.pages.signIn ?? `${auth.config.basePath}/signin`, request.nextUrl)
  const url = page.origin === request.nextUrl.origin ? request.nextUrl.clone() : page
  url.pathname = url === page ? page.pathname : withoutBasePath(page.pathname, request.nextUrl)
  url.search = page.search
  url.searchParams.set('callbackUrl', `${origin}${basePath}${pathname}${search}`)
  return url
}

function relativePath(url: URL, request: NextRequest): string {
  return url.origin === request.nextUrl.origin ? url.href.slice(url.origin.length) : url.href
}
