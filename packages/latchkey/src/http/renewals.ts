import type { CookieJar } from '../contract/cookie-jar.ts'
import type { Cookie } from '../types/cookies.ts'

/**
 * The values that the browser had before a session was read, by the cookie that the read sets. They
 * are kept separately, because cookies are plain data.
 */
export const renewed: WeakMap<Cookie, string | undefined> = new WeakMap()

/** Notes that a jar's changes come from a session that was only read. */
export function noteRenewal({ received, written }: CookieJar): void {
  for (const cookie of written) renewed.set(cookie, received.get(cookie.name))
}
