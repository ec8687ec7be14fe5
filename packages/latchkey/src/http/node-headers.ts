import type { IncomingHttpHeaders } from 'node:http'
import type { Cookie } from '../types/cookies.ts'
import { serializeCookie } from './set-cookie.ts'
import { UNCACHED } from './write-cookies.ts'

/** Converts the headers of a `node:http` or `node:http2` request. */
export function readNodeHeaders(headers: IncomingHttpHeaders): Headers {
  const read = new Headers()
  for (const [name, values = []] of Object.entries(headers)) {
    // The pseudo-header fields of HTTP/2, such as `:path`, are not valid header names.
    if (!name.startsWith(':')) for (const value of [values].flat()) read.append(name, value)
  }
  return read
}

/** The part of a `node:http` or `node:http2` response that cookies need. */
interface HeaderWriter {
  getHeader(name: string): number | string | readonly string[] | undefined
  setHeader(name: string, value: string | readonly string[]): unknown
}

/**
 * Adds cookies to a response of Node.js, and prevents caches from storing it. Replaces cookies of
 * the same name, so that a renewal after a sign-in sends one cookie.
 *
 * @throws {Error} when the headers of the response were already sent
 */
export function writeNodeCookies(response: HeaderWriter, cookies: readonly Cookie[]): void {
  if (cookies.length === 0) return
  const kept = setCookiesOf(response).filter(
    (header) => !cookies.some(({ name }) => header.startsWith(`${name}=`)),
  )
  response.setHeader('Set-Cookie', [...kept, ...cookies.map(serializeCookie)])
  response.setHeader('Cache-Control', UNCACHED)
}

/** Returns a function that adds cookies to a response as long as its headers were not sent. */
export function nodeCookieWriter(
  response: HeaderWriter & { readonly headersSent: boolean },
): (cookies: readonly Cookie[]) => void {
  return (cookies) => {
    if (!response.headersSent) writeNodeCookies(response, cookies)
  }
}

/** Returns the `Set-Cookie` headers that a response of Node.js has so far. */
export function setCookiesOf(response: Pick<HeaderWriter, 'getHeader'>): string[] {
  return [response.getHeader('set-cookie') ?? []].flat().map(String)
}
