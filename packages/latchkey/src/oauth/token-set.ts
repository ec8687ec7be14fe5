import type { TokenEndpointResponse } from 'oauth4webapi'
import { withoutUndefined } from '../records/record.ts'
import type { ResolvedOAuthProvider } from '../types/oauth.ts'
import type { TokenSet } from '../types/token-set.ts'

/** Adds `expires_at`, in seconds since 1970, for `expires_in`, in seconds from now. */
export function tokenSet(tokens: TokenEndpointResponse, now: number): TokenSet {
  const { expires_in, ...others } = tokens
  const expiry =
    expires_in === undefined ? {} : { expires_in, expires_at: Math.floor(now / 1000) + expires_in }
  // A server's own members may have any shape; `oauth4webapi` checked those of the standard.
  return { ...others, ...expiry } as TokenSet
}

/**
 * Returns the tokens to store: those that the provider's `account` selects, else those of the
 * standards.
 */
export function storedTokens({ account }: ResolvedOAuthProvider, tokens: TokenSet): Partial<TokenSet> {
  if (account !== undefined) return account(tokens) ?? {}
  const { access_token, id_token, refresh_token, expires_at, scope, token_type, session_state } = tokens
  const named = { access_token, id_token, refresh_token, expires_at, scope, token_type, session_state }
  // Some databases refuse a field that is present without a value.
  return withoutUndefined(named)
}
