import { getRequestEvent } from 'solid-js/web'
import { readCookieHeader } from '../http/cookie-header.ts'
import { serializeCookie } from '../http/set-cookie.ts'
import type { Caller } from '../request/read-request.ts'
import type { Cookie, CookieReader } from '../types/cookies.ts'
import type { Session } from '../types/session.ts'

/**
 * The part of SolidStart's event that Latchkey uses. In a single-flight run, `request` is another
 * request, with the cookies that were just written.
 */
export interface StartEvent {
  readonly request: Request
  /** `headers` are sent with the response. Error responses have only `errHeaders`. */
  readonly response: { readonly headers: Headers; readonly errHeaders?: Headers }
  readonly locals: { session?: Session | null }
}

/**
 * Returns the event of the current request.
 *
 * @param name function of Latchkey that was called, for the error message
 * @throws {Error} when there is no current request, for example in the browser
 */
export function currentEvent(name: string): StartEvent {
  const event = getRequestEvent()
  if (event) return event as unknown as StartEvent
  throw new Error(
    `\`${name}\` was called outside a request. ` +
      "Call it on the server: in a function that starts with 'use server', an API route or middleware.",
  )
}

/**
 * Converts the request for the core. Its cookies are those of the request, with the changes of this
 * response.
 */
export function callerOf({ request, response }: StartEvent, canWrite: boolean): Caller {
  return {
    headers: request.headers,
    url: new URL(request.url),
    cookies: cookiesAfter(request, response.headers),
    canWrite,
  }
}

/**
 * Adds cookies to the response, and prevents caches from storing it. Has no effect after the
 * response has started.
 */
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

/**
 * Returns the name and value of a `Set-Cookie` header. A cookie that the header deletes has no
 * value.
 */
function pairOf(header: string): [string, string | undefined] {
  const [pair = '', ...attributes] = header.split(';')
  const cookie = readCookieHeader(pair)
  const [name = ''] = cookie.names()
  const isDeleted = attributes.some((attribute) => /^\s*max-age\s*=\s*0\s*$/i.test(attribute))
  return [name, isDeleted ? undefined : cookie.get(name)]
}
