import { getRequestEvent } from 'solid-js/web'
import { readCookieHeader } from '../http/cookie-header.ts'
import { serializeCookie } from '../http/set-cookie.ts'
import type { Caller } from '../request/read-request.ts'
import type { Cookie, CookieReader } from '../types/cookies.ts'
import type { Session } from '../types/session.ts'

/** What SolidStart calls an event, as far as we use it. In a single-flight run `request` is another one, with the cookies that were just written. */
export interface StartEvent {
  readonly request: Request
  /** Its headers leave with the answer; `errHeaders` with one that is an error, where the others are dropped. */
  readonly response: { readonly headers: Headers; readonly errHeaders?: Headers }
  readonly locals: { session?: Session | null }
}

/**
 * The event of the request that is being worked on.
 *
 * @throws {Error} where there is none, as in the browser
 */
export function currentEvent(name: string): StartEvent {
  const event = getRequestEvent()
  if (event) return event as unknown as StartEvent
  throw new Error(
    `\`${name}\` was called where no request is worked on. Call it on the server: in a function that begins with 'use server', an API route or middleware.`,
  )
}

/** The request as the core takes it. Its cookies are those that came in, as this answer changes them. */
export function callerOf({ request, response }: StartEvent, canWrite: boolean): Caller {
  return {
    headers: request.headers,
    url: new URL(request.url),
    cookies: cookiesAfter(request, response.headers),
    canWrite,
  }
}

/** Writes cookies, which leave with the answer as long as that has not begun. It is for this browser alone then. */
export function writeCookies(
  { response: { headers, errHeaders } }: StartEvent,
  cookies: readonly Cookie[],
): void {
  if (cookies.length === 0) return
  for (const target of errHeaders ? [headers, errHeaders] : [headers]) {
    for (const cookie of cookies) target.append('Set-Cookie', serializeCookie(cookie))
    target.set('Cache-Control', 'private, no-store')
  }
}

function cookiesAfter(request: Request, response: Headers): CookieReader {
  const sent = readCookieHeader(request.headers.get('cookie'))
  const written = new Map(response.getSetCookie().map((header) => pairOf(header)))
  return {
    get: (name) => (written.has(name) ? written.get(name) : sent.get(name)),
    names: () => [...new Set([...sent.names(), ...written.keys()])],
  }
}

/** Name and value of a `Set-Cookie` header; a cookie that is deleted has none. */
function pairOf(header: string): [string, string | undefined] {
  const [pair = '', ...attributes] = header.split(';')
  const cookie = readCookieHeader(pair)
  const [name = ''] = cookie.names()
  const isDeleted = attributes.some((attribute) => /^\s*max-age\s*=\s*0\s*$/i.test(attribute))
  return [name, isDeleted ? undefined : cookie.get(name)]
}
