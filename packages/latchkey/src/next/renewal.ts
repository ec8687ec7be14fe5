import { type NextRequest, NextResponse } from 'next/server.js'
import type { Cookie } from '../types/cookies.ts'

/** The response with the session's cookies on it; then it is for this browser alone. What it lets through sees them, too. */
export function withCookies(request: NextRequest, response: Response, written: readonly Cookie[]): Response {
  if (written.length === 0) return response
  // A copy: the headers of a redirect cannot be changed.
  const copy = new NextResponse(response.body, response)
  for (const { name, value, options } of written) copy.cookies.set(name, value, options)
  copy.headers.set('Cache-Control', 'private, no-store')
  if (goesOn(response)) passOn(copy, onwardHeaders(request, response), written)
  return copy
}

/** Is this the word of a proxy to Next.js, rather than what the browser gets? */
function goesOn({ headers }: Response): boolean {
  return headers.has('x-middleware-next') || headers.has('x-middleware-rewrite')
}

/** The headers with which the request goes on: those that the proxy chose for it, or its own. */
function onwardHeaders(request: NextRequest, { headers }: Response): Headers {
  const chosen = headers.get('x-middleware-override-headers')?.split(',')
  return new Headers(
    chosen?.map((name): [string, string] => [name, headers.get(`x-middleware-request-${name}`) ?? '']) ??
      request.headers,
  )
}

/** Next.js itself shows the App Router what a proxy sets, but not the Pages Router: a token would be refreshed there a second time. */
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
