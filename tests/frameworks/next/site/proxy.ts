import type { NextFetchEvent, NextRequest } from 'next/server'
import { auth } from './auth'

/** Uses `auth` as the proxy, or below `/wrapped/` as a wrapper around a proxy. */
export function proxy(request: NextRequest, event: NextFetchEvent) {
  return request.nextUrl.pathname.startsWith('/wrapped/') ? wrapped(request, event) : auth(request, event)
}

const wrapped = auth((request) => {
  if (request.nextUrl.pathname === '/wrapped/member' && !request.auth)
    return new Response('Members only.', { status: 403 })
})

export const config = {
  matcher: [
    '/hidden/:path*',
    '/guarded/:path*',
    '/wrapped/:path*',
    '/renewed',
    '/renewed-pages',
    '/static',
    '/static-pages',
  ],
}
