import type { TokenEndpointResponse } from 'oauth4webapi'
import { withoutUndefined } from '../records/record.ts'
import type { ResolvedOAuthProvider } from '../types/providers/oauth.ts'
import type { TokenSet } from '../types/token-set.ts'

/** The latest time that a `Date` can hold, in seconds since 1970. */
const MAX_TIME = 8.64e12

/** Defaults for a token response that omits them: what was requested, or known before. */
export interface KnownMembers {
  readonly scope?: string | undefined
  /** The access token's lifetime, in seconds. */
  readonly expires_in?: number | undefined
}

/**
 * Adds what the response omits, and converts `expires_in`, in seconds from now, to `expires_at`, in
 * seconds since 1970. If a `Date` cannot hold that time, the token does not expire.
 *
 * @param now milliseconds since 1970
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-5.1
 */
export function tokenSet(tokens: TokenEndpointResponse, known: KnownMembers, now: number): TokenSet {
  const members = { ...withoutUndefined(known), ...withoutUndefined(tokens) }
  const expires_at = validTime(Math.floor(now / 1000 + (members.expires_in ?? Number.NaN)))
  // A server's own members may have any shape. `oauth4webapi` checked the standard ones.
  return { ...members, ...(expires_at !== undefined && { expires_at }) } as TokenSet
}

/** Returns a time in seconds since 1970, or `undefined` if a `Date` cannot hold it. */
export function validTime(seconds: number): number | undefined {
  return Math.abs(seconds) <= MAX_TIME ? seconds : undefined
}

/**
 * Returns the tokens to store: those that the provider's `account` selects, otherwise the standard
 * ones.
 */
export function storedTokens({ account }: ResolvedOAuthProvider, tokens: TokenSet): Partial<TokenSet> {
  if (account !== undefined) return account(tokens) ?? {}
  const { access_token, id_token, refresh_token, expires_at, scope, token_type, session_state } = tokens
  const named = { access_token, id_token, refresh_token, expires_at, scope, token_type, session_state }
  // Some databases reject a field without a value.
  return withoutUndefined(named)
}
