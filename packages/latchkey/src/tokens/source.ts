import { validTime } from '../oauth/token-set.ts'
import type { TokenSet } from '../types/token-set.ts'
import type { RefreshFailure } from './refresh-failure.ts'

/** The tokens of an account, as the provider issued them. */
export interface StoredTokens {
  readonly accessToken: string | undefined
  readonly refreshToken: string | undefined
  readonly idToken: string | undefined
  /** Seconds since 1970. */
  readonly expiresAt: number | undefined
  /** How long the access token was valid when it was issued, in seconds, if that is known. */
  readonly lifetime: number | undefined
  /** The granted scopes, as the provider wrote them. */
  readonly scope: string | undefined
  /** Whether one of the tokens cannot be decrypted. */
  readonly isUnreadable: boolean
}

/** Where the tokens of one account are kept. */
export interface TokenSource {
  readonly providerAccountId: string
  /** The tokens that were found first. */
  readonly tokens: StoredTokens
  /** Reads the tokens again. Returns `undefined` if there are none. */
  readonly read: () => Promise<StoredTokens | undefined>
  /**
   * How long the store keeps the result of a refresh, in seconds, if it is not saved or delivered.
   */
  readonly keepFor: number
  /**
   * Stores refreshed tokens for all requests, in place of those that were used. Called once for
   * each result in each process.
   *
   * @returns the tokens that are stored now, which may be newer ones; `undefined` if it has to be
   *   tried again
   */
  readonly save?: (used: StoredTokens, tokens: TokenSet) => Promise<StoredTokens | undefined>
  /**
   * Called by the request that refreshed the tokens, when the store has them.
   *
   * @param key of the result
   * @returns what replaces the tokens if the user has signed out meanwhile
   */
  readonly takeBack?: (key: string, tokens: TokenSet) => Promise<RefreshFailure | undefined>
  /**
   * Gives refreshed tokens to the client of this request, in place of those that it sent. Called in
   * each request.
   *
   * @param used the key under which the store keeps the result for the tokens that the client sent
   * @returns the key of what the store keeps for this client and is not needed any more
   */
  readonly deliver?: (used: string, tokens: StoredTokens) => Promise<string | undefined>
}

/** Returns the known tokens after a refresh. */
export function afterRefresh(previous: StoredTokens, tokens: TokenSet): StoredTokens {
  return {
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
    idToken: tokens.id_token ?? previous.idToken,
    expiresAt: tokens.expires_at,
    lifetime: tokens.expires_in ?? previous.lifetime,
    scope: tokens.scope ?? previous.scope,
    isUnreadable: false,
  }
}

/** Returns a time that was stored, in seconds since 1970. Databases may return a text or `null`. */
export function toSeconds(value: unknown): number | undefined {
  const seconds = value === null || value === undefined || value === '' ? Number.NaN : Number(value)
  return validTime(seconds)
}
