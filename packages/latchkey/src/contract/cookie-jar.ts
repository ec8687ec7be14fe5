import type { Cookie, CookieAttributes, CookieReader, CookiesOptions } from '../types/cookies.ts'

/** Name and attributes of one of Latchkey's cookies, without a value. */
export interface CookieDefinition {
  readonly name: string
  readonly options: CookieAttributes
}

/** The definitions of all cookies. */
export type CookieDefinitions = Readonly<Record<keyof CookiesOptions, CookieDefinition>>

/** A request's cookies, with the changes for its response. */
export interface CookieJar extends CookieReader {
  has(name: string): boolean
  /** The request's cookies, without the changes. */
  readonly received: CookieReader
  set(cookie: Cookie): void
  /**
   * Makes the browser delete a cookie.
   *
   * @param key identifies another cookie with the same name: at another domain or path
   */
  expire(definition: CookieDefinition, key?: string): void
  /** The cookies to send, in the order in which they were set. */
  readonly written: readonly Cookie[]
  /** Drops the changes to all cookies with a name. */
  drop(name: string): void
}
