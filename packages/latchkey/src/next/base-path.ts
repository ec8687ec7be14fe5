import type { NextRequest } from 'next/server.js'

/**
 * The `basePath` of next.config. Next.js writes it here when it builds the application; it is empty where the library is not built with it, as in
 * the Pages Router.
 */
export const nextBasePath: string = process.env.__NEXT_ROUTER_BASEPATH ?? ''

/** The request under the path that people see: a route handler is given the path without the `basePath` of Next.js. */
export function withPublicPath(request: NextRequest): Request {
  if (nextBasePath === '') return request
  const { origin, pathname, search } = new URL(request.url)
  return new Request(`${origin}${nextBasePath}${pathname}${search}`, request)
}

/** A path as `nextUrl` of a proxy has it. */
export function withoutBasePath(path: string, { basePath }: NextRequest['nextUrl']): string {
  return path === basePath || path.startsWith(`${basePath}/`) ? path.slice(basePath.length) || '/' : path
}
