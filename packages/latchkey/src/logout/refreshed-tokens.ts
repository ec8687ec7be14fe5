import type { ResolvedAuth } from '../contract/context.ts'
import type { RefreshOutcome } from '../oauth/refresh.ts'
import type { KeptTokens } from '../security/provider-cookie.ts'
import { dropResult, type ResultStore, readResult, resultKey } from '../security/refresh-results.ts'
import type { TokenSet } from '../types/token-set.ts'
import type { RevocableTokens } from './revoke.ts'

/** How many results lead at most from the tokens that are known to the latest ones. */
const MAX_STEPS = 8

/** Tokens that a cookie or a row had. */
type ReplacedTokens = Pick<KeptTokens, 'provider' | 'providerAccountId' | 'tokens' | 'replaced'>

/**
 * Removes refreshed tokens from the store: it keeps those that a refresh brought where no cookie
 * could be written, or that were not in the row yet.
 *
 * @param found receives the latest tokens, which replaced those that are known
 * @throws what fails, after the tokens that are known were passed to `found`
 */
export async function takeRefreshedTokens(
  { store, secrets }: ResolvedAuth,
  { provider, providerAccountId, tokens = {}, replaced }: ReplacedTokens,
  found: (tokens: RevocableTokens) => void,
): Promise<void> {
  const results: ResultStore = { store, secrets }
  const keys = replaced === undefined ? [] : [replaced]
  let latest: Partial<TokenSet> = tokens
  for (let step = 0; step < MAX_STEPS && latest.refresh_token !== undefined; step++) {
    const { refresh_token: refreshToken, access_token: accessToken } = latest
    const key = await resultKey({ provider, providerAccountId, refreshToken, accessToken })
    const outcome = await readResult<RefreshOutcome>(results, key)
    if (outcome === undefined || !('tokens' in outcome)) break
    keys.push(key)
    latest = outcome.tokens
    found(latest)
  }
  for (const key of keys) await dropResult(results, key)
}
