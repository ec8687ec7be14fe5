import { andThen, loadOnce, orElse } from '../../async/awaitable.ts'
import type { ResolvedAuth, SessionContext } from '../../contract/context.ts'
import type { DecodedToken, TokenTimes } from '../../contract/session.ts'
import { hasChunked, readChunked } from '../../http/cookies/chunks.ts'
import type { Awaitable } from '../../types/basics.ts'
import { isReplaced, isRevoked } from '../ending/revocation.ts'
import { isForOrigin } from './audience.ts'

const unusable = loadOnce(() => import('../ending/unusable-cookie.ts'))
const unchecked = loadOnce(() => import('../ending/accept-without-store.ts'))

/**
 * Returns this browser's token, unless it was ended.
 *
 * @throws {StoreError} if the store fails, unless the application then accepts recent tokens
 */
export function unsealSession(ctx: SessionContext): Awaitable<DecodedToken | undefined> {
  const { auth } = ctx
  const check = (found: DecodedToken): Awaitable<DecodedToken | undefined> =>
    andThen(hasEnded(ctx, found), (ended) => (ended ? discardEnded(ctx, found) : found))
  if (!auth.session.acceptsUnchecked) return readToken(ctx, check)
  const accept = async (found: DecodedToken, error: unknown): Promise<DecodedToken> =>
    (await unchecked()).acceptRecent(auth, found, error)
  return readToken(ctx, (found) =>
    orElse(
      () => check(found),
      (error) => accept(found, error),
    ),
  )
}

const checks = loadOnce(() => import('../check.ts'))

/**
 * Returns whether a token's session was ended.
 *
 * @throws {StoreError} or {AdapterError}, if that is unknown
 */
function hasEnded(ctx: SessionContext, found: DecodedToken): Awaitable<boolean> {
  return ctx.auth.session.isChecked
    ? andThen(checks(), ({ hasEnded }) => hasEnded(ctx, found))
    : isRevoked(ctx.auth, found)
}

/** Does the same, and never relies on an earlier check. */
export function hasEndedNow(ctx: SessionContext, found: DecodedToken): Awaitable<boolean> {
  return hasEnded({ ...ctx, isFresh: true }, found)
}

/**
 * Returns this browser's token, even if it was ended, or what `next` makes of it. Removes a cookie
 * that cannot be unsealed: no later request could read it either.
 */
export function readToken(
  ctx: SessionContext,
  next: (found: DecodedToken) => Awaitable<DecodedToken | undefined> = (found) => found,
): Awaitable<DecodedToken | undefined> {
  const { name } = ctx.base.cookies.sessionToken
  const value = readChunked(ctx.cookies, name)
  if (value === undefined) return hasChunked(ctx.cookies, name) ? noteDuplicate(ctx) : undefined
  const now = ctx.auth.now()
  const { decode, maxAge } = ctx.auth.sessionCodec
  return andThen(decode(value, name, now), (found) => {
    if (found === undefined || found instanceof Error) return discard(ctx, found)
    if (found.issuedAt + maxAge <= now / 1000 || timesFrom(ctx.auth, now, found).lifetime <= 0)
      return discard(ctx)
    const { aud } = found.claims
    if (!isForOrigin(ctx, aud))
      return andThen(unusable(), (reasons) => reasons.discard(ctx, reasons.wrongOrigin(ctx, aud)))
    return next(found)
  })
}

/**
 * Warns if there are several session cookies. They stay: without the user's own one, the other one
 * would be the session.
 */
export function noteDuplicate(ctx: SessionContext): Awaitable<undefined> {
  return andThen(unusable(), ({ warnOfDuplicate }) => warnOfDuplicate(ctx))
}

function discardEnded(ctx: SessionContext, { claims }: DecodedToken): Awaitable<undefined> {
  return andThen(isReplaced(ctx.auth, claims.jti), (replaced) =>
    replaced ? undefined : andThen(unusable(), ({ discardEnded }) => discardEnded(ctx, claims)),
  )
}

/** The times of a token to write. */
export interface Times extends TokenTimes {
  /**
   * When the session started, if that limits it: seconds since 1970.
   *
   * @see https://openid.net/specs/openid-connect-core-1_0.html#IDToken `auth_time`
   */
  readonly authTime: number | undefined
  /** When a session ends if the application chose its limit: seconds since 1970. */
  readonly sessionEnd: number | undefined
}

/**
 * Returns the times of a token that is written now, as the session's first or after another one.
 *
 * @param chosenEnd when a new session ends, if the application chose that: seconds since 1970
 */
export function timesFrom(
  { session, sessionCodec }: ResolvedAuth,
  now: number,
  previous?: DecodedToken,
  chosenEnd?: number,
): Times {
  const seconds = Math.floor(now / 1000)
  const sessionEnd = session.chooseMaxAge && (previous ? readChosenEnd(previous) : chosenEnd)
  const lifetime = Math.min(sessionCodec.maxAge, (sessionEnd ?? Number.POSITIVE_INFINITY) - seconds)
  const times = { now, sessionEnd, jti: readJti(previous) }
  if (session.absoluteMaxAge === undefined) return { ...times, lifetime, authTime: undefined }
  const startedAt = previous ? (previous.claims.session_start ?? previous.claims.auth_time) : seconds
  // A token that is older than the limit counts from the time when it was written.
  const authTime = typeof startedAt === 'number' ? startedAt : (previous?.issuedAt ?? 0)
  return { ...times, lifetime: Math.min(lifetime, authTime + session.absoluteMaxAge - seconds), authTime }
}

function readChosenEnd({ claims }: DecodedToken): number | undefined {
  return typeof claims.session_end === 'number' ? claims.session_end : undefined
}

function readJti(previous: DecodedToken | undefined): string | undefined {
  return typeof previous?.claims.jti === 'string' ? previous.claims.jti : undefined
}

function discard(ctx: SessionContext, reason?: Error): Awaitable<undefined> {
  return andThen(unusable(), (reasons) => reasons.discard(ctx, reason))
}
