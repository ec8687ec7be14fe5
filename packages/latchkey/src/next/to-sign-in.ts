import { type NextRequest, NextResponse } from 'next/server.js'
import { publicBase } from '../http/public-base.ts'
import type { Auth } from '../integration/create-auth.ts'
import type { DefaultSession } from '../types/session.ts'
import { withoutBasePath } from './base-path.ts'

/** The way from a page that somebody may not see to the sign-in page, and back to it. */
export function toSignIn<S extends DefaultSession>(auth: Auth<S>, request: NextRequest): Response {
  const url = signInUrl(auth, request)
  // A server action's client follows no redirect; it goes where this header of Next.js says.
  if (request.headers.has('next-action')) {
    return new NextResponse(null, {
      status: 303,
      headers: { 'x-action-redirect': `${pathOf(url, request)};push` },
    })
  }
  // A form that was sent to the page must not be sent on to the sign-in page.
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return NextResponse.redirect(url, isRead ? 307 : 303)
}

/** The sign-in page with the query of the page that was asked for, and with its address as `callbackUrl`. */
function signInUrl<S extends DefaultSession>(auth: Auth<S>, request: NextRequest): URL {
  const { pathname, search, basePath } = request.nextUrl
  // Next.js knows the address that it listens on, not the one under which people reach it.
  const { origin } = publicBase(auth.config, request.headers, request.nextUrl) ?? { origin: '' }
  const page = new URL(auth.config.pages.signIn ?? `${auth.config.basePath}/signin`, request.nextUrl)
  const url = page.origin === request.nextUrl.origin ? request.nextUrl.clone() : page
  url.pathname = url === page ? page.pathname : withoutBasePath(page.pathname, request.nextUrl)
  for (const [name, value] of page.searchParams) url.searchParams.set(name, value)
  url.searchParams.set('callbackUrl', `${origin}${basePath}${pathname}${search}`)
  return url
}

function pathOf(url: URL, request: NextRequest): string {
  return url.origin === request.nextUrl.origin ? url.href.slice(url.origin.length) : url.href
}
