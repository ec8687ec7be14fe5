import type { Cookie, CookieAttributes, CookieReader, CookiesOptions } from '../types/cookies.ts'

/** Name and attributes of one of our cookies, before it has a value. */
export interface CookieDefinition {
  readonly name: string
  readonly options: CookieAttributes
}

export type CookieDefinitions = Readonly<Record<keyof CookiesOptions, CookieDefinition>>

/** The one place where cookies are read and changed. */
export interface CookieJar extends CookieReader {
  set(cookie: Cookie): void
  /** Tells the browser to forget a cookie. */
  expire(definition: CookieDefinition): void
  /** What is to be sent, in the order in which it was set. */
  readonly written: readonly Cookie[]
  /** Keeps only what makes the browser forget: after a failure nothing new is handed out. */
  dropNew(): void
}
