import type { Cookie, CookieJar, CookieReader } from '../contract.ts'

/** A jar over the cookies that came in. What is set is read back at once, and leaves with the answer. */
export function createCookieJar(incoming: CookieReader): CookieJar {
  const written = new Map<string, Cookie>()
  return {
    get(name) {
      const cookie = written.get(name)
      return cookie === undefined ? incoming.get(name) : cookie.value || undefined
    },
    names() {
      const names = new Set(incoming.names())
      for (const cookie of written.values()) cookie.value === '' ? names.delete(cookie.name) : names.add(cookie.name)
      return [...names]
    },
    set(cookie) {
      written.set(cookie.name, cookie)
    },
    expire(kind) {
      written.set(kind.name, { name: kind.name, value: '', options: { ...kind.options, maxAge: 0 } })
    },
    get written() {
      return [...written.values()]
    },
    dropNew() {
      for (const cookie of written.values()) if (cookie.value !== '') written.delete(cookie.name)
    },
  }
}
