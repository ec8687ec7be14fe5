import type { NextRequest } from 'next/server.js'

/**
 * The `basePath` of next.config. Next.js replaces this variable when it builds the application. The
 * value is empty if the library is not part of that build, as in the Pages Router.
 */
export const nextBasePath: string = process.env.__NEXT_ROUTER_BASEPATH ?? ''

/**
 * Returns the request with its public path, because Next.js removes its `basePath` from the path of
 * a route handler's request.
 */
export function withPublicPath(request: NextRequest): Request {
  if (nextBasePath === '') return request
  const { origin, pathname, search } = new URL(request.url)
  return new Request(`${origin}${nextBasePath}${pathname}${search}`, request)
}

/** Returns a path without the `basePath`, like the paths in `nextUrl` of a proxy. */
export function withoutBasePath(path: string, { basePath }: NextRequest['nextUrl']): string {
  return path === basePath || path.startsWith(`${basePath}/`) ? path.slice(basePath.length) || '/' : path
}
