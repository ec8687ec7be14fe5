import type { CookieDefinition, CookieJar } from '../../contract/cookie-jar.ts'
import type { Cookie, CookieReader } from '../../types/cookies.ts'

/**
 * Creates a cookie jar for a request's cookies. A cookie that was set can be read immediately, and
 * is sent with the response.
 */
export function createCookieJar(received: CookieReader): CookieJar {
  return new Jar(received)
}

class Jar implements CookieJar {
  readonly received: CookieReader
  /** Created with the first cookie that is set, because most requests only read. */
  #changes: Map<string, Cookie> | undefined

  constructor(received: CookieReader) {
    this.received = received
  }

  get(name: string): string | undefined {
    const cookie = this.#changes?.get(name)
    return cookie === undefined ? this.received.get(name) : cookie.value || undefined
  }

  has(name: string): boolean {
    if (this.#changes?.has(name)) return this.get(name) !== undefined
    return this.received.has?.(name) ?? this.received.get(name) !== undefined
  }

  names(): readonly string[] {
    const names = new Set(this.received.names())
    for (const [key, { name, value }] of this.#changes ?? [])
      if (key === name) value === '' ? names.delete(name) : names.add(name)
    return [...names]
  }

  set(cookie: Cookie, key: string = cookie.name): void {
    this.#changes ??= new Map()
    this.#changes.set(key, cookie)
  }

  expire({ name, options }: CookieDefinition, key?: string): void {
    this.set({ name, value: '', options: { ...options, maxAge: 0 } }, key)
  }

  get written(): readonly Cookie[] {
    return this.#changes === undefined ? NONE : [...this.#changes.values()]
  }

  drop(name: string): void {
    for (const [key, cookie] of this.#changes ?? []) if (cookie.name === name) this.#changes?.delete(key)
  }
}

const NONE: readonly Cookie[] = Object.freeze([])
