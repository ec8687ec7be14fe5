import type { Cookie, CookieAttributes, CookieReader, CookiesOptions } from '../types/cookies.ts'

/** Name and attributes of one of Latchkey's cookies, without a value. */
export interface CookieDefinition {
  readonly name: string
  readonly options: CookieAttributes
}

/** The definitions of all cookies. */
export type CookieDefinitions = Readonly<Record<keyof CookiesOptions, CookieDefinition>>

/** The cookies of a request, with the changes for its response. */
export interface CookieJar extends CookieReader {
  set(cookie: Cookie): void
  /** Makes the browser delete a cookie. */
  expire(definition: CookieDefinition): void
  /** The cookies to send, in the order in which they were set. */
  readonly written: readonly Cookie[]
  /** Keeps the cookie with this name, even if the request fails. */
  keep(name: string): void
  /** Drops all other changes except deletions: a failed request must not set new cookies. */
  dropNew(): void
}
