import type { ResolvedAuth, SessionContext } from '../contract/context.ts'
import { endedUntil, GRACE_SECONDS, replacedKey, userKey } from './revocation.ts'
import { timesFrom, unsealSession, withoutTimesOf, writeToken } from './token-cookie.ts'

/**
 * Ends all tokens of a user. In the browser of `current`, the session of this user continues with a
 * new token. Copies of its previous token end.
 */
export async function revokeTokens(
  auth: ResolvedAuth,
  userId: string,
  current?: SessionContext,
): Promise<void> {
  const previous = current && (await unsealSession(current))
  if (current === undefined || previous?.claims.sub !== userId) {
    await endTokensOf(auth, userId)
    return
  }
  const { jti, ...claims } = withoutTimesOf(previous, previous.claims)
  if (typeof jti === 'string') await auth.store.set(replacedKey(jti), '1', GRACE_SECONDS)
  const endedAt = await endTokensOf(auth, userId)
  const times = timesFrom(auth, Math.max(auth.now(), (endedAt + 1) * 1000), previous)
  await writeToken(current, claims, { ...times, jti: undefined })
}

/**
 * Ends all tokens of a user that were issued until now. A token that was issued after another such
 * call in the same second carries the next second, which ends too.
 *
 * @returns until when: seconds since 1970. Later tokens are valid
 */
async function endTokensOf({ store, now, session }: ResolvedAuth, userId: string): Promise<number> {
  const seconds = Math.floor(now() / 1000)
  const until = Math.max(seconds, (await endedUntil(store, userId)) + 1)
  await store.set(userKey(userId), String(until), session.maxAge)
  return until
}
