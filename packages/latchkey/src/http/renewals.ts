import type { CookieJar } from '../contract/cookie-jar.ts'
import type { Cookie } from '../types/cookies.ts'

/**
 * The values that the browser had before a session was read, by the cookie that the read sets.
 * Beside the cookies, because they are plain data.
 */
export const renewed: WeakMap<Cookie, string | undefined> = new WeakMap()

/** Notes that the changes of a jar are those of a session that was only read. */
export function noteRenewal({ received, written }: CookieJar): void {
  for (const cookie of written) renewed.set(cookie, received.get(cookie.name))
}
