import type { AdmittedUser, ResolvedAuth, SessionContext } from '../contract/context.ts'
import type { DecodedToken } from '../contract/session.ts'
import type { JWT } from '../types/session.ts'
import { shapeToken } from './callbacks.ts'
import { endToken, GRACE_SECONDS, replacedKey, userKey } from './revocation.ts'
import { expireCookie, timesFrom, unsealSession, withoutTimesOf, writeToken } from './token-cookie.ts'

/** Starts a session after a sign-in, and ends the previous one of this browser. */
export async function begin(
  ctx: SessionContext,
  { user, account, profile, isNewUser }: AdmittedUser,
): Promise<void> {
  const previous = await unsealSession(ctx)
  const claims: JWT = {
    name: user.name,
    email: user.email,
    picture: user.image,
    sub: user.id === undefined ? undefined : String(user.id),
  }
  const token = await shapeToken(ctx, {
    token: claims,
    user,
    account,
    profile,
    isNewUser,
    trigger: isNewUser ? 'signUp' : 'signIn',
  })
  if (token === null) expireCookie(ctx)
  else await writeToken(ctx, token, timesFrom(ctx.auth, await beginning(ctx, token)))
  // Last: if something failed before, the previous session stays valid.
  if (previous !== undefined) await endToken(ctx.auth, previous)
}

/**
 * Returns when a new session starts. A user who signs in during the second in which all their
 * sessions were ended stays signed in.
 *
 * @returns milliseconds since 1970
 */
async function beginning({ auth }: SessionContext, { sub }: JWT): Promise<number> {
  const earliest = typeof sub === 'string' ? (await endedUntil(auth, sub)) + 1 : 0
  return Math.max(auth.now(), earliest * 1000)
}

/**
 * Ends the session. The cookie is removed even if the store fails: signing out must work in this
 * browser.
 */
export async function end(ctx: SessionContext): Promise<void> {
  let unsealed: DecodedToken | undefined
  try {
    unsealed = await unsealSession(ctx)
  } finally {
    expireCookie(ctx)
  }
  if (unsealed === undefined) return
  await endToken(ctx.auth, unsealed)
  await ctx.auth.events.signOut({ token: unsealed.claims })
}

/**
 * Ends all tokens of a user. In the browser of `current`, the session of this user continues with a
 * new token. Copies of its previous token end.
 */
export async function revoke(auth: ResolvedAuth, userId: string, current?: SessionContext): Promise<void> {
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
async function endTokensOf(auth: ResolvedAuth, userId: string): Promise<number> {
  const seconds = Math.floor(auth.now() / 1000)
  const until = Math.max(seconds, (await endedUntil(auth, userId)) + 1)
  await auth.store.set(userKey(userId), String(until), auth.session.maxAge)
  return until
}

/**
 * Returns when a user's tokens were last ended: seconds since 1970. Tokens that are issued later
 * are valid.
 */
async function endedUntil({ store }: ResolvedAuth, userId: string): Promise<number> {
  return Number((await store.get(userKey(userId))) ?? 0)
}
