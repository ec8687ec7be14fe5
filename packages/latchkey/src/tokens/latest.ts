import type { ResolvedAuth } from '../contract/context.ts'
import type { ResolvedOAuthProvider } from '../types/providers/oauth.ts'
import type { TokenSet } from '../types/token-set.ts'
import type { ProviderCookie } from './provider-cookie.ts'
import type { RefreshFailure } from './refresh-failure.ts'
import type { RefreshOutcome } from './request-refresh.ts'
import {
  cancelRefresh,
  keepResult,
  MAX_REFRESHES_IN_A_ROW,
  type ResultStore,
  readResult,
  resultKey,
} from './results.ts'
import { revokeTokens } from './revoke.ts'
import { refreshLeaseSeconds } from './time-limits.ts'

/** How long requests from before the sign-out may be on their way, in seconds. */
const GRACE_SECONDS = 60
/** For these requests: without it, they would send used refresh tokens. */
const ENDED: RefreshFailure = { failure: 'refused', message: 'The user has signed out.' }

/**
 * Takes refreshed tokens out of the store. It keeps the tokens of a refresh that could not write a
 * cookie, and those that were not in the row yet. Ends a refresh that is in progress.
 *
 * @param found receives the latest tokens, which replaced the known ones
 * @throws the failure, after passing the known tokens to `found`
 */
export async function takeRefreshedTokens(
  auth: ResolvedAuth,
  { provider, providerAccountId, tokens = {}, replaced }: Omit<ProviderCookie, 'userId' | 'idToken'>,
  found: (tokens: TokenSet) => void,
): Promise<void> {
  const { store, secrets } = auth
  const results: ResultStore = { store, secrets }
  const keys = replaced === undefined ? [] : [replaced]
  let latest: Partial<TokenSet> = tokens
  for (let step = 0; step < MAX_REFRESHES_IN_A_ROW && latest.refresh_token !== undefined; step++) {
    const { refresh_token: refreshToken, access_token: accessToken } = latest
    const key = await resultKey({ provider, providerAccountId, refreshToken, accessToken })
    const outcome = await takeOutcome(auth, results, key)
    if (outcome === undefined || !('tokens' in outcome)) break
    keys.push(key)
    latest = outcome.tokens
    found(latest)
  }
  for (const key of keys) await keepResult(results, key, ENDED, GRACE_SECONDS)
}

/**
 * Returns the result for a token. If there is none, a process may be about to store one: it either
 * sees that the refresh was ended, or its result is found here.
 */
async function takeOutcome(
  { timeouts }: ResolvedAuth,
  results: ResultStore,
  key: string,
): Promise<RefreshOutcome | undefined> {
  const outcome = await readResult<RefreshOutcome>(results, key)
  if (outcome !== undefined) return outcome
  await cancelRefresh(results, key, refreshLeaseSeconds(timeouts.oauth, timeouts.store))
  return readResult<RefreshOutcome>(results, key)
}

/**
 * Takes back the result of a refresh during which the user has signed out.
 *
 * @param key the result's key
 */
export async function takeBack(
  auth: ResolvedAuth,
  provider: ResolvedOAuthProvider,
  key: string,
  tokens: TokenSet,
): Promise<RefreshFailure> {
  await keepResult({ store: auth.store, secrets: auth.secrets }, key, ENDED, GRACE_SECONDS)
  // That would end the access of the user's other sessions.
  if (!provider.revocation?.endsGrant) await revokeTokens(auth, provider, tokens)
  return ENDED
}
