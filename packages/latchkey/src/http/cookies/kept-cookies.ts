import type { CookieJar } from '../../contract/cookie-jar.ts'

/** Not in the jar, because only a failed request needs it. */
const kept = new WeakMap<CookieJar, Set<string>>()

/** Keeps the cookie with this name, even if the request fails. */
export function keepCookie(jar: CookieJar, name: string): void {
  kept.set(jar, new Set(kept.get(jar)).add(name))
}

/** Drops all other changes except deletions: a failed request must not set new cookies. */
export function dropNewCookies(jar: CookieJar): void {
  for (const { name, value } of jar.written) if (value !== '' && !kept.get(jar)?.has(name)) jar.drop(name)
}
