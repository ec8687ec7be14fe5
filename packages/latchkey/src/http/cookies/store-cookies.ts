import type { CookieReader } from '../../types/cookies.ts'
import { readCookieHeader } from './header.ts'

/**
 * Returns the cookies in a framework's store, which includes those that this request has written. A
 * store keeps only one of several cookies with the same name. Only the header shows that there were
 * several, which then count as absent.
 *
 * @param cookieHeader the request's `Cookie` header
 */
export function readStoreCookies(cookieHeader: string | null, store: CookieReader): CookieReader {
  const sent = readCookieHeader(cookieHeader)
  const isAmbiguous = (name: string): boolean => sent.get(name) === undefined && sent.has(name)
  return {
    // Some stores keep a deleted cookie with an empty value.
    get: (name) => (isAmbiguous(name) ? undefined : store.get(name) || undefined),
    has: (name) => isAmbiguous(name) || Boolean(store.get(name)),
    names: store.names,
  }
}
