import type { Cookie } from '../../types/cookies.ts'
import { mergeCookies, mergeSetCookies, UNCACHED } from './write-cookies.ts'

/** The part of a `node:http` or `node:http2` response that cookies need. */
interface HeaderWriter {
  readonly headersSent: boolean
  getHeader(name: string): number | string | readonly string[] | undefined
  setHeader(name: string, value: string | readonly string[]): unknown
}

/** A response whose headers can be completed before they are sent. */
interface Sending extends HeaderWriter {
  appendHeader(name: string, value: string | readonly string[]): unknown
  removeHeader(name: string): void
  writeHead(status: number, ...rest: readonly unknown[]): unknown
}

/** The `Set-Cookie` headers that a response must have when it is sent. */
const kept = new WeakMap<HeaderWriter, readonly string[]>()

/**
 * Adds cookies to a Node.js response, and prevents caches from storing it, even if the application
 * replaces these headers before they are sent. Replaces cookies with the same name, so that a
 * renewal after a sign-in sends one cookie.
 *
 * @throws {Error} if the response's headers were already sent
 */
export function writeNodeCookies(response: HeaderWriter, cookies: readonly Cookie[]): void {
  if (cookies.length === 0) return
  const before = readSetCookies(response)
  const after = mergeCookies(before, cookies)
  response.setHeader('Set-Cookie', after)
  response.setHeader('Cache-Control', UNCACHED)
  if (!kept.has(response)) completeWhenSent(response as Sending)
  const added = after.filter((header) => !before.includes(header))
  kept.set(response, mergeSetCookies(kept.get(response) ?? [], added))
}

/** Returns a function that adds cookies to a response until its headers are sent. */
export function nodeCookieWriter(response: HeaderWriter): (cookies: readonly Cookie[]) => void {
  return (cookies) => {
    if (!response.headersSent) writeNodeCookies(response, cookies)
  }
}

/** Returns the `Set-Cookie` headers that a Node.js response has so far. */
export function readSetCookies(response: Pick<HeaderWriter, 'getHeader'>): string[] {
  return [response.getHeader('set-cookie') ?? []].flat().map(String)
}

/**
 * Completes a response's headers when they are sent. Every way to send them calls `writeHead`.
 * Fastify passes all headers to it, which replace those that were set before.
 */
function completeWhenSent(response: Sending): void {
  const { writeHead } = response
  response.writeHead = (status, ...rest) => {
    if (response.headersSent) return writeHead.call(response, status, ...rest)
    const headers = rest.find((part) => typeof part === 'object' && part !== null)
    if (headers) setHeaders(response, headers)
    // A cookie that the application set itself stays.
    response.setHeader('Set-Cookie', mergeSetCookies(kept.get(response) ?? [], readSetCookies(response)))
    response.setHeader('Cache-Control', UNCACHED)
    return writeHead.call(response, status, ...rest.filter((part) => typeof part === 'string'))
  }
}

/**
 * Sets headers as `writeHead` does.
 *
 * @param headers an object; or a list of pairs, or of names and values, which may repeat a name
 */
function setHeaders(response: Sending, headers: object): void {
  if (!Array.isArray(headers)) {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    return
  }
  const flat: string[] = Array.isArray(headers[0]) ? headers.flat() : headers
  const pairs = flat.flatMap((name, index) =>
    index % 2 === 0 ? [[name, flat[index + 1] ?? ''] as const] : [],
  )
  for (const [name] of pairs) response.removeHeader(name)
  for (const [name, value] of pairs) response.appendHeader(name, value)
}
