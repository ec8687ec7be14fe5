import { allOf, andThen } from '../async/awaitable.ts'
import type { ResolvedAuth } from '../contract/context.ts'
import type { DecodedToken } from '../contract/session.ts'
import type { Awaitable } from '../types/basics.ts'

/**
 * Ends a token early, for every process that shares the store. Its `jti` stays the same when it is
 * written again, so all of its copies end.
 */
export async function endToken(
  { store, now }: ResolvedAuth,
  { claims, expiresAt }: DecodedToken,
): Promise<void> {
  const seconds = Math.ceil(expiresAt - now() / 1000)
  if (typeof claims.jti === 'string' && seconds > 0) await store.set(tokenKey(claims.jti), '1', seconds)
}

/**
 * Ends all tokens of a user that were issued until now. A token that was issued after another such
 * call in the same second carries the next second, which ends too.
 */
export async function endTokensOf({ store, now, session }: ResolvedAuth, userId: string): Promise<void> {
  const seconds = Math.floor(now() / 1000)
  const until = Math.max(seconds, (await endedUntil(store, userId)) + 1)
  await store.set(userKey(userId), String(until), session.maxAge)
}

/**
 * Returns whether this token was ended, or all tokens of its user.
 *
 * @throws {StoreError} if the store fails
 */
export function isEnded({ store }: ResolvedAuth, { claims, issuedAt }: DecodedToken): Awaitable<boolean> {
  const { jti, sub } = claims
  const token = typeof jti === 'string' ? tokenKey(jti) : undefined
  const user = typeof sub === 'string' ? userKey(sub) : undefined
  // Both at the same time: a store may be far away.
  const itself = token !== undefined && andThen(store.get(token), Boolean)
  const allOfUser = user !== undefined && andThen(store.get(user), (until) => Number(until ?? 0) >= issuedAt)
  return andThen(allOf([itself, allOfUser]), (ended) => ended.includes(true))
}

/**
 * Returns when a user's tokens were last ended: seconds since 1970. Tokens that are issued later
 * are valid.
 */
export function endedUntil(store: ResolvedAuth['store'], userId: string): Awaitable<number> {
  return andThen(store.get(userKey(userId)), (until) => Number(until ?? 0))
}

function tokenKey(jti: string): string {
  return `latchkey:ended:${jti}`
}

function userKey(userId: string): string {
  return `latchkey:revoked:${encodeURIComponent(userId)}`
}
