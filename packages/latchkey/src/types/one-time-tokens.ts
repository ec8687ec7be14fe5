import type { Store } from './store.ts'

/** Options of `oneTimeTokens`. */
export interface OneTimeTokensOptions {
  /**
   * What the tokens are for, such as `change-email`. A token for one purpose is not valid for
   * another.
   */
  readonly purpose: string
  /** Token lifetime in seconds; at most 34560000 (400 days). */
  readonly maxAge: number
  /** The configuration's secret. Required; `undefined` is allowed only for `process.env`. */
  readonly secret: string | string[] | undefined
  /** The configuration's `store`. It knows used tokens and revoked users. */
  readonly store: Store
}

/** What a valid token contains. */
export interface OneTimeToken<Data extends object> {
  /** The id of the user for whom the token was created, if any. */
  readonly userId: string | undefined
  readonly data: Data
  readonly expires: Date
}

/** Creates and checks tokens for one purpose. `Data` is what you store in them, as JSON. */
export interface OneTimeTokens<Data extends object> {
  /**
   * Returns a new token: URL-safe text of about 300 characters. With `userId`, the token ends when
   * this user's sessions are revoked.
   */
  create(content: { readonly userId?: string | undefined; readonly data: Data }): Promise<string>
  /**
   * Returns a token's content, and does not use it. Returns `null` if the token is invalid, has
   * expired, was used, or if its user's sessions were revoked since.
   */
  read(token: string | null | undefined): Promise<OneTimeToken<Data> | null>
  /**
   * Uses a token. Does the same as `read`, but only one of all calls with the same token returns
   * its content. If it throws a `StoreError`, the token may have been used: offer a new one.
   */
  redeem(token: string | null | undefined): Promise<OneTimeToken<Data> | null>
}
