import { andThen, awaitAll } from '../../async/awaitable.ts'
import type { ResolvedAuth } from '../../contract/context.ts'
import type { DecodedToken } from '../../contract/session.ts'
import { MAX_COOKIE_AGE_SECONDS } from '../../http/cookies/max-age.ts'
import { idKey, userKey } from '../../security/store-keys.ts'
import type { Awaitable } from '../../types/basics.ts'
import type { Store } from '../../types/store.ts'

/**
 * Returns whether this token was ended, or all tokens of its user.
 *
 * @throws {StoreError} if the store fails
 */
export function isRevoked(
  { store }: { readonly store: Pick<Store, 'get'> },
  { claims, issuedAt }: Pick<DecodedToken, 'claims' | 'issuedAt'>,
): Awaitable<boolean> {
  const { jti, sub } = claims
  const token = typeof jti === 'string' ? idKey('ended', jti) : undefined
  const user = typeof sub === 'string' ? userKey('revoked', sub) : undefined
  // Both at the same time: a store may be far away.
  const itself = token !== undefined && andThen(store.get(token), Boolean)
  const allOfUser = user !== undefined && andThen(store.get(user), (until) => Number(until ?? 0) >= issuedAt)
  return andThen(awaitAll([itself, allOfUser]), (ended) => ended.includes(true))
}

/**
 * How old a token may be that readers outside the application check against the store, in seconds:
 * as old as a browser's cookie may be. The note that all tokens of a user have ended is stored
 * longer than that, so no token outlives it.
 */
export const MAX_TOKEN_AGE_SECONDS: number = MAX_COOKIE_AGE_SECONDS

/** How many seconds a request with the previous token may be on its way. */
export const GRACE_SECONDS = 60

/**
 * Returns whether a session continues under another id in the same browser. A request that the
 * browser sent before it knew the new id must not remove the new cookie.
 *
 * @param id the token's `jti`, or a session token's hash
 */
export function isReplaced({ store }: ResolvedAuth, id: unknown): Awaitable<boolean> {
  return typeof id === 'string' && andThen(store.get(idKey('replaced', id)), Boolean)
}
