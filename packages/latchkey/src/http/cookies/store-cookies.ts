import type { CookieReader } from '../../types/cookies.ts'
import { readCookieHeader } from './header.ts'

/**
 * Returns the cookies of a framework's store, which includes those that this request has written.
 * Of several cookies with one name, a store keeps one. Only the header shows that there were
 * several, which then count as absent.
 *
 * @param cookieHeader `Cookie` header of the request
 */
export function readStoreCookies(cookieHeader: string | null, store: CookieReader): CookieReader {
  const sent = readCookieHeader(cookieHeader)
  const isAmbiguous = (name: string): boolean => sent.get(name) === undefined && sent.has(name)
  return {
    // A deleted cookie stays in some stores with an empty value.
    get: (name) => (isAmbiguous(name) ? undefined : store.get(name) || undefined),
    has: (name) => isAmbiguous(name) || Boolean(store.get(name)),
    names: store.names,
  }
}
