import { andThen, awaitAll } from '../async/awaitable.ts'
import type { ResolvedAuth, SessionContext } from '../contract/context.ts'
import type { DecodedToken } from '../contract/session.ts'
import { EVERYONE_KEY } from '../security/store-keys.ts'
import type { Awaitable } from '../types/basics.ts'
import { isRevoked } from './ending/revocation.ts'
import { beginCheck, forgetSession, wasChecked } from './hybrid/recent-checks.ts'
import { hasRows, isRowGone, rowKey } from './hybrid/rows.ts'
import { noteSeen } from './list/seen.ts'

/**
 * Returns whether a token's session was ended. With the strategy `hybrid`, relies on a check of the
 * last `recheck` seconds, unless the session must exist at this moment.
 *
 * @throws {StoreError} or {AdapterError}, if that is unknown
 */
export function hasEnded(ctx: SessionContext, found: DecodedToken): Awaitable<boolean> {
  const { auth, isFresh } = ctx
  if (auth.sessions.type !== 'hybrid') return check(ctx, found)
  return !isFresh && wasChecked(auth, found) ? false : recheck(ctx, found)
}

async function recheck(ctx: SessionContext, found: DecodedToken): Promise<boolean> {
  const note = beginCheck(ctx.auth, found)
  if (await check(ctx, found)) {
    forgetSession(ctx.auth, String(found.claims.jti))
    return true
  }
  note(hasRows(ctx.auth) ? await rowKey(String(found.claims.jti)) : undefined)
  return false
}

function check(ctx: SessionContext, found: DecodedToken): Awaitable<boolean> {
  const { auth } = ctx
  const answers = hasRows(auth)
    ? [isRowGone(ctx, found)]
    : [isRevoked(auth, found), auth.session.keepsFacts && wasEveryoneEnded(auth, found)]
  return andThen(awaitAll(answers), (ended) => {
    if (ended.includes(true)) return true
    return auth.session.keepsFacts ? andThen(noteSeen(auth, found.claims), () => false) : false
  })
}

/** Returns whether `users.signOutEveryone` has ended all tokens that are as old as this one. */
function wasEveryoneEnded({ store }: ResolvedAuth, { issuedAt }: DecodedToken): Awaitable<boolean> {
  return andThen(store.get(EVERYONE_KEY), (until) => Number(until ?? 0) >= issuedAt)
}
