import type { CookieReader } from '../../types/cookies.ts'
import { readCookieHeader } from './header.ts'

/**
 * Returns the cookies that the client has after a response: the request's, with the response's
 * changes.
 *
 * @param cookieHeader the request's `Cookie` header
 * @param setCookies the response's `Set-Cookie` headers
 */
export function cookiesAfter(cookieHeader: string | null, setCookies: readonly string[]): CookieReader {
  const sent = readCookieHeader(cookieHeader)
  if (setCookies.length === 0) return sent
  const written = new Map(setCookies.map((header) => parsePair(header)))
  return {
    get: (name) => (written.has(name) ? written.get(name) : sent.get(name)),
    has: (name) => (written.has(name) ? written.get(name) !== undefined : sent.has(name)),
    names: () => [...new Set([...sent.names(), ...written.keys()])],
  }
}

/**
 * Returns a `Set-Cookie` header's name and value. A cookie that the header deletes has no value.
 */
function parsePair(header: string): [string, string | undefined] {
  const [pair = '', ...attributes] = header.split(';')
  const cookie = readCookieHeader(pair)
  const [name = ''] = cookie.names()
  const isDeleted = attributes.some((attribute) => /^\s*max-age\s*=\s*0\s*$/i.test(attribute))
  return [name, isDeleted ? undefined : cookie.get(name)]
}
