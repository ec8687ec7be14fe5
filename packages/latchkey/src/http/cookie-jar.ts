import type { CookieDefinition, CookieJar } from '../contract/cookie-jar.ts'
import type { Cookie, CookieReader } from '../types/cookies.ts'

/**
 * Creates a cookie jar for the cookies of a request. A cookie that was set can be read immediately,
 * and is sent with the response.
 */
export function createCookieJar(incoming: CookieReader): CookieJar {
  return new Jar(incoming)
}

class Jar implements CookieJar {
  readonly #incoming: CookieReader
  /** Created with the first cookie that is set, because most requests only read. */
  #changes: Map<string, Cookie> | undefined

  constructor(incoming: CookieReader) {
    this.#incoming = incoming
  }

  get(name: string): string | undefined {
    const cookie = this.#changes?.get(name)
    return cookie === undefined ? this.#incoming.get(name) : cookie.value || undefined
  }

  has(name: string): boolean {
    if (this.#changes?.has(name)) return this.get(name) !== undefined
    return this.#incoming.has?.(name) ?? this.#incoming.get(name) !== undefined
  }

  names(): readonly string[] {
    const names = new Set(this.#incoming.names())
    for (const cookie of this.written)
      cookie.value === '' ? names.delete(cookie.name) : names.add(cookie.name)
    return [...names]
  }

  set(cookie: Cookie): void {
    this.#changes ??= new Map()
    this.#changes.set(cookie.name, cookie)
  }

  expire({ name, options }: CookieDefinition): void {
    this.set({ name, value: '', options: { ...options, maxAge: 0 } })
  }

  get written(): readonly Cookie[] {
    return this.#changes === undefined ? NONE : [...this.#changes.values()]
  }

  drop(name: string): void {
    this.#changes?.delete(name)
  }
}

const NONE: readonly Cookie[] = Object.freeze([])
