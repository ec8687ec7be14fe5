import { validTime } from '../oauth/token-set.ts'
import type { TokenSet } from '../types/token-set.ts'
import type { RefreshFailure } from './refresh-failure.ts'

/** An account's tokens, as the provider issued them. */
export interface StoredTokens {
  readonly accessToken: string | undefined
  readonly refreshToken: string | undefined
  readonly idToken: string | undefined
  /** Seconds since 1970. */
  readonly expiresAt: number | undefined
  /** The access token's lifetime when it was issued, in seconds, if it is known. */
  readonly lifetime: number | undefined
  /** The granted scopes, as the provider wrote them. */
  readonly scope: string | undefined
  /** Whether one of the tokens cannot be decrypted. */
  readonly isUnreadable: boolean
}

/** Where one account's tokens are kept. */
export interface TokenSource {
  readonly providerAccountId: string
  /** The tokens that were found first. */
  readonly tokens: StoredTokens
  /** Reads the tokens again. Returns `undefined` if there are none. */
  readonly read: () => Promise<StoredTokens | undefined>
  /**
   * How long the store keeps a refresh result, in seconds, if it is not saved or delivered.
   */
  readonly keepFor: number
  /**
   * Stores refreshed tokens for all requests, instead of those that were used. Called once for each
   * result in each process.
   *
   * @returns the tokens that are stored now, which may be newer ones; `undefined` if the call must
   *   be repeated
   */
  readonly save?: (used: StoredTokens, tokens: TokenSet) => Promise<StoredTokens | undefined>
  /**
   * Called by the request that refreshed the tokens, when the store has them.
   *
   * @param key the result's key
   * @returns what replaces the tokens if the user has signed out in the meantime
   */
  readonly takeBack?: (key: string, tokens: TokenSet) => Promise<RefreshFailure | undefined>
  /**
   * Gives refreshed tokens to this request's client, instead of those that it sent. Called in each
   * request.
   *
   * @param used the key under which the store keeps the result for the tokens that the client sent
   * @returns the key of what the store keeps for this client and no longer needs
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

/** Returns a stored time, in seconds since 1970. Databases may return a text or `null`. */
export function toSeconds(value: unknown): number | undefined {
  const seconds = value === null || value === undefined || value === '' ? Number.NaN : Number(value)
  return validTime(seconds)
}
