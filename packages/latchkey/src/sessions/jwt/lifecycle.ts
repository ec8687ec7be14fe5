import { loadOnce, orElse } from '../../async/awaitable.ts'
import type { ResolvedAuth, SessionContext } from '../../contract/context.ts'
import type { DecodedToken } from '../../contract/session.ts'
import type { AdmittedUser, NewSession, SessionFacts } from '../../contract/sign-in.ts'
import { idKey } from '../../security/store-keys.ts'
import type { JWT } from '../../types/session.ts'
import { shapeToken } from '../callbacks.ts'
import { chooseEnd } from '../chosen-end.ts'
import { endAll, isUndisturbed, takeTurn } from '../ending/end-all.ts'
import { everyoneUntil, revokedUntil, revokeToken, revokeUserTokens } from '../ending/end-tokens.ts'
import { incompleteSignOut } from '../ending/incomplete-sign-out.ts'
import { GRACE_SECONDS } from '../ending/revocation.ts'
import type { TokenChanges } from '../list/note.ts'
import { signInClaims } from '../sign-in-claims.ts'
import { hasEndedNow, readToken, timesFrom, unsealSession } from './token-cookie.ts'
import { expireCookie, withoutLargePicture, withoutOldTimes, writeToken } from './write-token.ts'

export { update } from './renewal.ts'

/** Starts a session after a sign-in, and ends this browser's previous one. */
export async function begin(ctx: SessionContext, admitted: AdmittedUser): Promise<NewSession | undefined> {
  const { user, isContinued, facts } = admitted
  const chosenEnd = await chooseEnd(ctx, admitted)
  const previous = await readToken(ctx)
  const token = await shapeToken(ctx, signInClaims(admitted))
  const jti = crypto.randomUUID()
  const previousId = previous?.claims.jti
  if (isContinued && typeof previousId === 'string')
    await (await import('../ending/successor.ts')).continueSession(ctx.auth, previousId, jti)
  const hasMoved = ctx.cookies.names().some((name) => name.includes('authjs.session-token'))
  const endMoved =
    hasMoved && (await (await import('../ending/legacy-authjs-cookie.ts')).takeMovedSession(ctx))
  if (token === null) expireCookie(ctx)
  else {
    const times = timesFrom(ctx.auth, await beginning(ctx, token), undefined, chosenEnd)
    const claims = facts ? { ...token, amr: facts.amr, auth_time: facts.authTime } : token
    const problem = await writeToken(ctx, withoutLargePicture(ctx, claims), { ...times, jti })
    if (problem) throw problem
    await requireFacts(ctx, facts)
    if (ctx.auth.sessions.type === 'hybrid') await (await rows()).createRow(ctx, admitted, { ...times, jti })
  }
  // Last: if something failed before, the previous session stays valid.
  await revokeToken(ctx.auth, previousId)
  if (endMoved) await endMoved()
  if (token === null) return undefined
  const { isCustom } = ctx.auth.sessionCodec
  const sessionId = isCustom ? await (await import('./custom-codec-id.ts')).idInCookie(ctx, jti) : jti
  return { sessionId, userId: userIdIn(token) ?? String(user.id) }
}

/**
 * Returns when a new session starts. A user who signs in during the second in which all their
 * sessions were ended stays signed in.
 *
 * @returns milliseconds since 1970
 */
async function beginning({ auth }: SessionContext, { sub }: JWT): Promise<number> {
  const ofUser = typeof sub === 'string' ? await revokedUntil(auth, sub) : 0
  const earliest = Math.max(ofUser, await everyoneUntil(auth)) + 1
  return Math.max(auth.now(), earliest * 1000)
}

/**
 * Ends the session. The cookie is removed even if the store fails: signing out must work in this
 * browser.
 *
 * @returns the id of its user
 * @throws {SignOutError} if copies of the token may stay valid
 */
export async function end(ctx: SessionContext): Promise<string | undefined> {
  let token: DecodedToken | undefined
  try {
    token = await readToken(ctx)
  } finally {
    expireCookie(ctx)
  }
  if (token === undefined) return undefined
  const wasEnded = await orElse(
    () => hasEndedNow(ctx, token),
    () => false,
  )
  try {
    await revokeToken(ctx.auth, token.claims.jti)
  } catch (error) {
    throw incompleteSignOut(error)
  } finally {
    if (!wasEnded) await ctx.auth.events.signOut({ token: token.claims, by: 'user' })
  }
  return userIdIn(token.claims)
}

const rows = loadOnce(() => import('../hybrid/rows.ts'))

/** Notes a change in the list of the user's sessions, if there is one. */
async function noteChange(auth: ResolvedAuth, claims: JWT, changes: TokenChanges): Promise<void> {
  if (auth.session.keepsFacts) await (await import('../list/note.ts')).noteTokenChange(auth, claims, changes)
}

function userIdIn({ sub }: JWT): string | undefined {
  return typeof sub === 'string' ? sub : undefined
}

/** Returns when and how this browser's user signed in. */
export async function facts(ctx: SessionContext): Promise<SessionFacts | undefined> {
  const { auth_time, amr } = (await readToken(ctx))?.claims ?? {}
  if (typeof auth_time !== 'number') return undefined
  return { authTime: auth_time, amr: Array.isArray(amr) ? amr.map(String) : [] }
}

/** Writes facts into this browser's token, unless its session has ended. */
export async function confirm(ctx: SessionContext, { amr, authTime }: SessionFacts): Promise<boolean> {
  const previous = await unsealSession({ ...ctx, isFresh: true })
  if (previous === undefined) return false
  const isLive = await change(ctx, previous, { amr, auth_time: authTime })
  await requireFacts(ctx, { amr, authTime })
  if (!isLive) return false
  await noteChange(ctx.auth, previous.claims, { amr: amr.join(' '), authTime: new Date(authTime * 1000) })
  return true
}

/** Replaces the user's previous e-mail address in this browser's token, if that has it. */
export async function replaceAddress(
  ctx: SessionContext,
  userId: string,
  { from, to }: { readonly from: string | null; readonly to: string },
): Promise<void> {
  const previous = await unsealSession({ ...ctx, isFresh: true })
  // The application's callback may have stored something else.
  if (previous?.claims.sub !== userId || (previous.claims.email ?? null) !== from) return
  await change(ctx, previous, { email: to })
}

/** Changes claims of this browser's token. @returns whether its session has not ended */
async function change(ctx: SessionContext, previous: DecodedToken, claims: JWT): Promise<boolean> {
  const times = timesFrom(ctx.auth, Math.max(ctx.auth.now(), previous.issuedAt * 1000), previous)
  const token = { ...withoutOldTimes(previous, previous.claims), ...claims }
  const problem = await writeToken(ctx, token, times)
  if (problem) throw problem
  // It may have ended in the meantime. The new token would be later than the end of all sessions.
  if (!(await hasEndedNow(ctx, previous))) return true
  expireCookie(ctx)
  return false
}

/** @throws {InvalidOption} if the application's own functions for tokens do not keep the facts */
async function requireFacts(ctx: SessionContext, written: SessionFacts | undefined): Promise<void> {
  if (written === undefined || !ctx.auth.sessionCodec.isCustom) return
  const { requireSame } = await import('./custom-codec-facts.ts')
  requireSame(written, await facts(ctx))
}

/** Ends one session. @returns whether it existed */
export async function endById(auth: ResolvedAuth, id: string): Promise<boolean> {
  if (auth.sessions.type === 'hybrid' && (await rows()).isRowKey(id))
    return (await rows()).deleteStoredRow(auth, id)
  return (await import('../ending/end-by-id.ts')).endTokenById(auth, id, (userId) => revoke(auth, userId))
}

/**
 * Ends all tokens of a user. In the browser of `current`, this user's session continues with a new
 * token. Copies of its previous token end.
 */
export async function revoke(auth: ResolvedAuth, userId: string, current?: SessionContext): Promise<void> {
  if (current && (await keepCurrent(auth, userId, current))) return
  await endAll(auth, userId, () => revokeUserTokens(auth, userId))
}

/** Returns whether the session of `current` belonged to the user and continues. */
async function keepCurrent(auth: ResolvedAuth, userId: string, current: SessionContext): Promise<boolean> {
  const [turn, everyone] = [await takeTurn(auth, userId), await everyoneUntil(auth)]
  const previous = await unsealSession({ ...current, isFresh: true })
  if (previous?.claims.sub !== userId) return false
  const next = crypto.randomUUID()
  const { jti, ...claims } = withoutOldTimes(previous, previous.claims)
  if (typeof jti === 'string') {
    await auth.store.set(idKey('replaced', jti), next, GRACE_SECONDS)
    await (await import('../ending/successor.ts')).noteContinuation(auth, jti, next)
  }
  const endedAt = await revokeUserTokens(auth, userId)
  // Before the next line: a request that ends the token later must know of a later time.
  const times = { ...timesFrom(auth, Math.max(auth.now(), (endedAt + 1) * 1000), previous), jti: next }
  if (auth.sessions.type === 'hybrid') await (await rows()).storeRow(auth, userId, times)
  const isKept = (await isUndisturbed(auth, userId, turn, jti)) && (await everyoneUntil(auth)) === everyone
  const problem = isKept && (await writeToken(current, claims, times))
  if (!isKept || problem) {
    if (auth.sessions.type === 'hybrid') await revokeToken(auth, next)
    expireCookie(current)
    return false
  }
  await noteChange(auth, previous.claims, { next, validFrom: Math.floor(times.now / 1000) })
  return true
}
