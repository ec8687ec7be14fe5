import type { ResolvedAuth } from '../../contract/context.ts'
import { userKey } from '../../security/store-keys.ts'
import { GRACE_SECONDS, MAX_TOKEN_AGE_SECONDS } from './revocation.ts'

/**
 * How many seconds later than now a token may start. Readers reject one of the far future, so many
 * calls in one second must not sign the user out for long.
 */
const MAX_AHEAD = 10

/**
 * Ends all tokens that a user was issued until now. A token that was issued after another such call
 * in the same second carries the next second, which also ends.
 *
 * @returns until when, in seconds since 1970. Later tokens are valid
 */
export async function revokeUserTokens(auth: ResolvedAuth, userId: string): Promise<number> {
  const until = await revokeTokensUntilNow(auth, userId)
  // A token that was renewed before the store had the entry may carry a later second.
  return auth.now() / 1000 < until + 1 ? until : revokeTokensUntilNow(auth, userId)
}

async function revokeTokensUntilNow(auth: ResolvedAuth, userId: string): Promise<number> {
  const [now, ended] = [Math.floor(auth.now() / 1000), await revokedUntil(auth, userId)]
  const until = Math.max(now, ended, Math.min(ended + 1, now + MAX_AHEAD))
  const lifetime = Math.max(auth.session.maxAge, MAX_TOKEN_AGE_SECONDS) + GRACE_SECONDS
  await auth.store.set(userKey('revoked', userId), String(until), lifetime)
  return until
}

/**
 * Returns when a user's tokens were last ended: seconds since 1970. Tokens that are issued later
 * are valid.
 */
export async function revokedUntil({ store }: ResolvedAuth, userId: string): Promise<number> {
  return Number((await store.get(userKey('revoked', userId))) ?? 0)
}
