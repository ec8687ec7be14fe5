import { allOf, andThen } from '../async/awaitable.ts'
import type { ResolvedAuth } from '../contract/context.ts'
import type { DecodedToken } from '../contract/session.ts'
import type { Awaitable } from '../types/basics.ts'

/**
 * Ends a token before its time: whoever has a copy of it cannot use it where the store is shared.
 * Its `jti` stays the same when it is written again, so all of its copies end.
 */
export async function endToken(
  { store, now }: ResolvedAuth,
  { claims, expiresAt }: DecodedToken,
): Promise<void> {
  const seconds = Math.ceil(expiresAt - now() / 1000)
  if (typeof claims.jti === 'string' && seconds > 0) await store.set(tokenKey(claims.jti), '1', seconds)
}

/**
 * Ends all tokens of a user that were issued until now. One that was issued after another such call
 * in this second bears the next second, which ends too.
 */
export async function endTokensOf({ store, now, session }: ResolvedAuth, userId: string): Promise<void> {
  const seconds = Math.floor(now() / 1000)
  const until = Math.max(seconds, (await endedUntil(store, userId)) + 1)
  await store.set(userKey(userId), String(until), session.maxAge)
}

/** Was this token ended, or all of its user's? @throws {StoreError} when that is not known */
export function isEnded({ store }: ResolvedAuth, { claims, issuedAt }: DecodedToken): Awaitable<boolean> {
  const { jti, sub } = claims
  const token = typeof jti === 'string' ? tokenKey(jti) : undefined
  const user = typeof sub === 'string' ? userKey(sub) : undefined
  // Both at once: a store may be far away.
  const itself = token !== undefined && andThen(store.get(token), Boolean)
  const allOfUser = user !== undefined && andThen(store.get(user), (until) => Number(until ?? 0) >= issuedAt)
  return andThen(allOf([itself, allOfUser]), (ended) => ended.includes(true))
}

/** When a user's tokens were ended last: seconds since 1970. What is issued later counts. */
export function endedUntil(store: ResolvedAuth['store'], userId: string): Awaitable<number> {
  return andThen(store.get(userKey(userId)), (until) => Number(until ?? 0))
}

function tokenKey(jti: string): string {
  return `latchkey:ended:${jti}`
}

function userKey(userId: string): string {
  return `latchkey:revoked:${encodeURIComponent(userId)}`
}
