import { type NextRequest, NextResponse } from 'next/server.js'
import type { Cookie } from '../types/cookies.ts'

/**
 * Adds the session's cookies to a response, and prevents caches from storing it. If a proxy lets
 * the request through, the request also gets the cookies.
 */
export function withCookies(request: NextRequest, response: Response, written: readonly Cookie[]): Response {
  if (written.length === 0) return response
  // A copy, because the headers of a redirect are immutable.
  const copy = new NextResponse(response.body, response)
  for (const { name, value, options } of written) copy.cookies.set(name, value, options)
  copy.headers.set('Cache-Control', 'private, no-store')
  if (goesOn(response)) passOn(copy, onwardHeaders(request, response), written)
  return copy
}

/** Returns whether a response is a proxy's instruction to Next.js, and not for the browser. */
function goesOn({ headers }: Response): boolean {
  return headers.has('x-middleware-next') || headers.has('x-middleware-rewrite')
}

/** Returns the request's headers after the proxy: those that the proxy set, or the original ones. */
function onwardHeaders(request: NextRequest, { headers }: Response): Headers {
  const chosen = headers.get('x-middleware-override-headers')?.split(',')
  return new Headers(
    chosen?.map((name): [string, string] => [name, headers.get(`x-middleware-request-${name}`) ?? '']) ??
      request.headers,
  )
}

/**
 * Adds the cookies to the request after the proxy. Next.js does this only for the App Router. In
 * the Pages Router, an access token would be refreshed a second time.
 */
function passOn(response: Response, onward: Headers, written: readonly Cookie[]): void {
  const isKept = (pair: string): boolean => !written.some(({ name }) => pair.trim().startsWith(`${name}=`))
  const kept = onward.get('cookie')?.split(';').filter(isKept) ?? []
  const renewed = written
    .filter(({ value }) => value !== '')
    .map(({ name, value }) => `${name}=${encodeURIComponent(value)}`)
  onward.set('cookie', [...kept.map((pair) => pair.trim()), ...renewed].join('; '))
  for (const [name, value] of NextResponse.next({ request: { headers: onward } }).headers) {
    if (name !== 'x-middleware-next') response.headers.set(name, value)
  }
}
