import type { TokenSet } from '../types/token-set.ts'

/**
 * Returns stored tokens in the form in which they replace earlier ones. The time of the previous
 * access token must not stay.
 */
export function replacingTokens<T extends Partial<TokenSet>>(stored: T): T {
  return stored.access_token === undefined ? stored : { ...stored, expires_at: stored.expires_at ?? NO_TIME }
}

/** Adapters write `null` into the column, and leave it alone without a value. */
const NO_TIME = null as unknown as undefined
