import { getRequestEvent } from 'solid-js/web'
import { cookiesAfter } from '../http/cookies/after.ts'
import { writeCookies as appendCookies } from '../http/cookies/write-cookies.ts'
import type { Caller } from '../request/read-request.ts'
import type { Cookie } from '../types/cookies.ts'
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
  /** Only for a page: whether it is rendered completely. Its response may start before. */
  readonly complete?: boolean
}

/**
 * Returns the current request's event.
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
 * Returns whether a page is rendered. Its response may have started, after which no cookie reaches
 * the browser.
 */
export function isPage({ complete }: StartEvent): boolean {
  return complete !== undefined
}

/** Converts the request for the core. It has the request's cookies, with this response's changes. */
export function toCaller({ request, response }: StartEvent, canWrite: boolean): Caller {
  return {
    headers: request.headers,
    url: new URL(request.url),
    cookies: cookiesAfter(request.headers.get('cookie'), response.headers.getSetCookie()),
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
  for (const target of errHeaders ? [headers, errHeaders] : [headers]) appendCookies(target, cookies)
}
