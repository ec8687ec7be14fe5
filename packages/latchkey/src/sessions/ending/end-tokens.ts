import { loadOnce } from '../../async/awaitable.ts'
import type { ResolvedAuth } from '../../contract/context.ts'
import { EVERYONE_KEY, idKey, userKey } from '../../security/store-keys.ts'
import { GRACE_SECONDS, MAX_TOKEN_AGE_SECONDS } from './revocation.ts'

const rows = loadOnce(() => import('../hybrid/rows.ts'))

/**
 * Ends a session early, in all processes that share the store. Its `jti` stays the same when its
 * token is written again, so all of its copies end, and so does the session that continues it.
 */
export async function revokeToken(auth: ResolvedAuth, jti: unknown): Promise<void> {
  if (typeof jti !== 'string') return
  if (auth.sessions.type === 'hybrid') await (await rows()).deleteRow(auth, jti)
  // Longer than the validity of a token that another request is writing at the moment.
  await auth.store.set(idKey('ended', jti), '1', auth.sessionCodec.maxAge + GRACE_SECONDS)
  await revokeToken(auth, await auth.store.get(idKey('replaced', jti)))
}

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
  if (auth.sessions.type === 'hybrid') await (await rows()).deleteRowsOfUser(auth, userId)
  const [now, ended] = [Math.floor(auth.now() / 1000), await revokedUntil(auth, userId)]
  const until = Math.max(now, ended, Math.min(ended + 1, now + MAX_AHEAD))
  await auth.store.set(userKey('revoked', userId), String(until), noteSeconds(auth))
  return until
}

/**
 * Returns when a user's tokens were last ended: seconds since 1970. Tokens that are issued later
 * are valid.
 */
export async function revokedUntil({ store }: ResolvedAuth, userId: string): Promise<number> {
  return Number((await store.get(userKey('revoked', userId))) ?? 0)
}

/**
 * Ends all tokens of all users that were issued until now. Only session checks with
 * `account.security` ask for it.
 */
export async function revokeAllTokens(auth: ResolvedAuth): Promise<void> {
  const until = await revokeAllUntilNow(auth)
  if (auth.now() / 1000 >= until + 1) await revokeAllUntilNow(auth)
}

async function revokeAllUntilNow(auth: ResolvedAuth): Promise<number> {
  const [now, ended] = [Math.floor(auth.now() / 1000), await everyoneUntil(auth)]
  const until = Math.max(now, ended, Math.min(ended + 1, now + MAX_AHEAD))
  await auth.store.set(EVERYONE_KEY, String(until), noteSeconds(auth))
  return until
}

/** Returns when all tokens of all users were last ended: seconds since 1970. */
export async function everyoneUntil({ session, store }: ResolvedAuth): Promise<number> {
  return session.keepsFacts ? Number((await store.get(EVERYONE_KEY)) ?? 0) : 0
}

/** No token outlives the note that it has ended. */
function noteSeconds({ session }: ResolvedAuth): number {
  return Math.max(session.maxAge, MAX_TOKEN_AGE_SECONDS) + GRACE_SECONDS
}
