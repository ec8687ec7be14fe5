import { andThen, loadOnce } from '../../async/awaitable.ts'
import type { ResolvedAuth, SessionContext } from '../../contract/context.ts'
import { sha256Hex } from '../../crypto/digest.ts'
import type { Awaitable } from '../../types/basics.ts'
import { isReplaced } from '../ending/revocation.ts'
import { noteDuplicate } from '../jwt/token-cookie.ts'
import type { ListedSession } from '../list/listed-session.ts'
import { expireCookie, readSessionToken } from './cookie.ts'
import { lookUp, remove } from './rows.ts'
import type { SessionRow } from './to-session.ts'
import { isFresh, latestEnd, storedToken } from './token.ts'

/** A session that exists and has not expired. */
export interface StoredSession extends SessionRow {
  /** Milliseconds since 1970. */
  readonly expires: number
  /** The latest time until which it can be extended: milliseconds since 1970. */
  readonly latest: number
}

/**
 * Returns the session of this browser if it exists and has not expired. Otherwise removes the
 * cookie.
 */
export function find(ctx: SessionContext): Awaitable<StoredSession | undefined> {
  const token = readSessionToken(ctx)
  if (token === undefined)
    // Not `hasChunked`: a token in chunks is a leftover of the `jwt` strategy.
    return ctx.cookies.has(ctx.base.cookies.sessionToken.name) ? noteDuplicate(ctx) : undefined
  return andThen(lookUp(ctx, token), (row): Awaitable<StoredSession | undefined> => {
    const expires = row ? new Date(row.session.expires).getTime() : Number.NaN
    // An invalid date has expired: comparing with NaN is always false. A session that is older than
    // the limit does not say when it started, so it expires as stored.
    const latest = latestEnd(ctx.auth, token) ?? expires
    if (row && Math.min(expires, latest) > ctx.auth.now()) return seen(ctx, { ...row, expires, latest })
    return discard(ctx, token, Boolean(row))
  })
}

/** Notes that the session is in use, if the user can see that. */
function seen(ctx: SessionContext, stored: StoredSession): Awaitable<StoredSession> {
  if (!ctx.auth.session.keepsFacts) return stored
  const { session, user } = stored
  return andThen(list(), ({ noteRowSeen }) =>
    andThen(noteRowSeen(ctx.auth, String(user.id), session.sessionToken), () => stored),
  )
}

const list = loadOnce(() => import('../list/seen.ts'))

/** Removes the cookie of a session that does not exist, or the row of one that has expired. */
export async function discard(ctx: SessionContext, token: string, isStored: boolean): Promise<undefined> {
  // A replica of the database may lag behind. Without its cookie, the session would be lost.
  if (!isStored && isFresh(ctx.auth, token)) return
  if (isStored || !(await isReplaced(ctx.auth, await sha256Hex(token)))) expireCookie(ctx)
  if (isStored) await remove(ctx, await storedToken(ctx, token))
}

/** Returns when a session ends that is renewed now. */
export function newEnd({ session, now }: ResolvedAuth, { latest }: StoredSession): Date {
  return new Date(Math.min(now() + session.maxAge * 1000, latest))
}

/** Notes a change of a session's row in the list of the user's sessions, if there is one. */
export async function noteRowChange(
  { auth }: SessionContext,
  { session, user }: SessionRow,
  changes: Partial<ListedSession>,
): Promise<void> {
  if (!auth.session.keepsFacts) return
  const { noteChange } = await import('../list/note.ts')
  await noteChange(auth, { userId: String(user.id), sessionToken: session.sessionToken }, changes)
}
