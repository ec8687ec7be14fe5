import type { ResolvedAuth, SessionContext } from '../../contract/context.ts'
import type { DecodedToken, TokenTimes } from '../../contract/session.ts'
import type { AdmittedUser } from '../../contract/sign-in.ts'
import { sha256Hex } from '../../crypto/digest.ts'
import { MissingAdapterMethods } from '../../errors/configuration.ts'
import type { Awaitable } from '../../types/basics.ts'
import { lookUpOnPrimary, sessionAdapter } from '../database/rows.ts'
import { deleteStored } from '../ending/delete-stored.ts'
import { forgetSession, forgetSessionsOf } from './recent-checks.ts'

/** A token's times, with the `jti` that its row is found by. */
type RowTimes = TokenTimes & { readonly jti: string }

/**
 * Returns whether each token has a row in the sessions table. Without an adapter, the store alone
 * knows which sessions were ended, as with the strategy `jwt`.
 */
export function hasRows({ sessions, adapter }: Pick<ResolvedAuth, 'sessions' | 'adapter'>): boolean {
  return sessions.type === 'hybrid' && adapter !== undefined
}

/** Returns the session token of a token's row. */
export function rowKey(jti: string): Awaitable<string> {
  return sha256Hex(jti)
}

/** Returns whether an id of a session is its row's session token, not a `jti`. */
export function isRowKey(id: string): boolean {
  return /^[\da-f]{64}$/.test(id)
}

/**
 * Stores the row of a new session.
 *
 * @throws {AdapterError} if the user is not in the database
 */
export async function createRow(
  ctx: SessionContext,
  { user, account, isStored }: Pick<AdmittedUser, 'user' | 'account' | 'isStored'>,
  times: RowTimes,
): Promise<void> {
  if (!hasRows(ctx.auth)) return
  const id = user.id as string
  const userId =
    account.type === 'credentials' && !isStored
      ? await (await import('../database/require-stored-user.ts')).storedUserId(ctx, id, account.provider)
      : id
  await storeRow(ctx.auth, userId, times)
}

/** Stores the row of a session whose user is known. */
export async function storeRow(
  auth: ResolvedAuth,
  userId: string,
  { jti, now, lifetime }: RowTimes,
): Promise<void> {
  if (!hasRows(auth)) return
  const expires = new Date((Math.floor(now / 1000) + lifetime) * 1000)
  await sessionAdapter({ auth }).createSession({ sessionToken: await rowKey(jti), userId, expires })
}

/** Returns whether a token's row is gone. A token without a `jti` has none. */
export async function isRowGone(ctx: SessionContext, { claims: { jti } }: DecodedToken): Promise<boolean> {
  if (typeof jti !== 'string') return true
  const sessionToken = await rowKey(jti)
  const row =
    (await sessionAdapter(ctx).getSessionAndUser(sessionToken)) ??
    // A copy of the database may not have it yet.
    (await lookUpOnPrimary(ctx, sessionToken))
  return !row || !(new Date(row.session.expires).getTime() > ctx.auth.now())
}

/** Ends a session. @throws {AdapterError} if its row may still exist */
export async function deleteRow(auth: ResolvedAuth, jti: string): Promise<void> {
  if (hasRows(auth)) await deleteStoredRow(auth, await rowKey(jti))
  forgetSession(auth, jti)
}

/** Ends the session of a row. @returns whether it existed */
export async function deleteStoredRow(auth: ResolvedAuth, sessionToken: string): Promise<boolean> {
  try {
    return await deleteStored(auth, sessionToken)
  } finally {
    forgetSession(auth, sessionToken)
  }
}

/** Ends all sessions of a user. @throws {MissingAdapterMethods} */
export async function deleteRowsOfUser(auth: ResolvedAuth, userId: string): Promise<void> {
  if (hasRows(auth)) {
    const { adapter } = auth
    if (adapter?.deleteSessionsByUserId === undefined)
      throw new MissingAdapterMethods(
        "The `adapter` cannot end a user's sessions. Add `deleteSessionsByUserId(userId)` to it.",
      )
    await adapter.deleteSessionsByUserId(userId)
  }
  forgetSessionsOf(auth, userId)
}
