/**
 * Cookie attributes.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6265#section-4.1.2
 */
export interface CookieAttributes {
  domain?: string | undefined
  path?: string
  httpOnly?: boolean
  secure?: boolean | undefined
  sameSite?: 'lax' | 'strict' | 'none' | boolean
  partitioned?: boolean
  priority?: 'low' | 'medium' | 'high'
}

/** The name and attributes to change in a cookie. Omitted values keep their defaults. */
export interface CookieOption {
  name?: string
  options?: CookieAttributes
}

/** The cookies that Latchkey sets. */
export interface CookiesOptions {
  sessionToken: CookieOption
  callbackUrl: CookieOption
  csrfToken: CookieOption
  /** One encrypted cookie for each sign-in in progress. The name is a prefix. */
  transaction: CookieOption
  /** The users to whom this device is known, so that it is not asked for their second factor. */
  trustedDevice: CookieOption
  /** The accounts that signed in on this device with a password. Others cannot lock them out here. */
  knownDevice: CookieOption
  /** One encrypted cookie for each passkey challenge. The name is a prefix. */
  webauthnChallenge: CookieOption
  /**
   * What a provider issued for this session: its tokens if they are not in the database, and the ID
   * token with which the user signs out at the provider. Encrypted, in up to three cookies. Only
   * set with `providerTokens: true`, or by a provider with `logout: true`.
   */
  providerTokens: CookieOption
}

/** A cookie as plain data, to be set by your framework. */
export interface Cookie {
  readonly name: string
  readonly value: string
  readonly options: CookieAttributes & { readonly expires?: Date; readonly maxAge?: number }
}

/** Read access to a request's cookies. */
export interface CookieReader {
  /** Returns a cookie's value; `undefined` if there are several with different values. */
  get(name: string): string | undefined
  /**
   * Returns whether there is a cookie with this name, even if `get` returns no value. Default:
   * whether `get` returns one.
   */
  has?(name: string): boolean
  /** Returns the names of all cookies. */
  names(): readonly string[]
}
