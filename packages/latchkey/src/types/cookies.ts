/** @see https://www.rfc-editor.org/rfc/rfc6265#section-4.1.2 */
export interface CookieAttributes {
  domain?: string | undefined
  path?: string
  httpOnly?: boolean
  secure?: boolean | undefined
  sameSite?: 'lax' | 'strict' | 'none' | boolean
  partitioned?: boolean
  priority?: 'low' | 'medium' | 'high'
}

/** What is to be different about a cookie; the rest stays as it is. */
export interface CookieOption {
  name?: string
  options?: CookieAttributes
}

/** The cookies of the library. */
export interface CookiesOptions {
  sessionToken: CookieOption
  callbackUrl: CookieOption
  csrfToken: CookieOption
  /** One sealed cookie per sign-in under way; the name is a prefix. */
  transaction: CookieOption
  /** One sealed cookie per challenge that a passkey is to answer; the name is a prefix. */
  webauthnChallenge: CookieOption
}

/** A cookie as the framework of the application wants it: plain data. */
export interface Cookie {
  readonly name: string
  readonly value: string
  readonly options: CookieAttributes & { readonly expires?: Date; readonly maxAge?: number }
}

/** The cookies that came in. */
export interface CookieReader {
  get(name: string): string | undefined
  names(): readonly string[]
}
