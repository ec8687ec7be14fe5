import { andThen, loadOnce } from '../../async/awaitable.ts'
import type { ResolvedAuth, SessionContext, SessionStrategy } from '../../contract/context.ts'
import type { AdmittedUser, NewSession, SessionFacts } from '../../contract/sign-in.ts'
import { sha256Hex } from '../../crypto/digest.ts'
import { MissingAdapterMethods } from '../../errors/configuration.ts'
import { expireChunked } from '../../http/cookies/write-chunks.ts'
import type { Awaitable } from '../../types/basics.ts'
import type { DefaultSession } from '../../types/session.ts'
import { chooseEnd } from '../chosen-end.ts'
import { endAll, isUndisturbed, takeTurn } from '../ending/end-all.ts'
import { endStoredById } from '../ending/end-by-id.ts'
import { isReplaced } from '../ending/revocation.ts'
import { noteDuplicate } from '../jwt/token-cookie.ts'
import type { ListedSession } from '../list/listed-session.ts'
import { sendable } from '../sendable-session.ts'
import { deleteStored, extendRow, lookUp, noteDeletion, remove, sessionAdapter, wasDeleted } from './rows.ts'
import { type Reading, type SessionRow, toSession } from './to-session.ts'
import { datedToken, isFresh, latestEnd, readFacts, storedToken, tokenAfter } from './token.ts'

/**
 * Sessions in the database. The browser has a token; by default, the database has only its hash.
 */
export const databaseSessions: Omit<SessionStrategy, 'type'> = {
  begin,
  read,
  update,
  end,
  endById: endStoredById,
  revoke,
  userId,
}

interface StoredSession extends SessionRow {
  /** Milliseconds since 1970. */
  readonly expires: number
  /** The latest time until which it can be extended: milliseconds since 1970. */
  readonly latest: number
}

interface Shaped {
  /** What the `session` callback returned. */
  readonly session: DefaultSession
  /** The part of it that the browser receives. */
  readonly sent: DefaultSession
}

async function begin(ctx: SessionContext, admitted: AdmittedUser): Promise<NewSession> {
  const { user, account, isContinued } = admitted
  const { session, now, sessionCodec } = ctx.auth
  const id = user.id as string
  const userId =
    account.type === 'credentials'
      ? await (await import('./require-stored-user.ts')).storedUserId(ctx, id, account.provider)
      : id
  const previous = readSessionToken(ctx)
  const encoded =
    account.type === 'credentials' && sessionCodec.isCustom
      ? await (await import('../jwt/encoded-session.ts')).findEncodedSession(ctx, admitted)
      : undefined
  const token = encoded?.token ?? datedToken(ctx.auth, await chooseEnd(ctx, admitted), admitted.facts)
  const latest = latestEnd(ctx.auth, token) ?? 0
  const expires = encoded?.expires ?? new Date(Math.min(now() + session.maxAge * 1000, latest))
  const sessionToken = await storedToken(ctx, token)
  if (encoded === undefined) await sessionAdapter(ctx).createSession({ sessionToken, userId, expires })
  if (isContinued && previous !== undefined)
    await (await import('../ending/successor.ts')).continueSession(
      ctx.auth,
      await sha256Hex(previous),
      sessionToken,
    )
  // If the new session could not be stored, the previous one stays valid.
  if (previous !== undefined && previous !== token) await deleteStored(ctx, await storedToken(ctx, previous))
  write(ctx, token, expires)
  if (ctx.cookies.names().some((name) => name.includes('authjs.session-token')))
    await (await import('../ending/legacy-authjs-cookie.ts')).removeMovedSession(ctx)
  return { sessionId: sessionToken, userId: String(userId) }
}

/** Returns the user's id, and renews the session as in `read`. Calls no callback. */
async function userId(ctx: SessionContext): Promise<string | undefined> {
  const stored = await find(ctx)
  const isValid = stored && (!isDue(ctx, stored) || (await extend(ctx, stored, newEnd(ctx.auth, stored))))
  return isValid ? String(stored.user.id) : undefined
}

function read(ctx: SessionContext, hasId?: boolean): Awaitable<DefaultSession | null> {
  return andThen(find(ctx), (stored): Awaitable<DefaultSession | null> => {
    if (stored === undefined) return null
    if (isDue(ctx, stored)) return renew(ctx, stored, hasId)
    return andThen(sessionFrom(ctx, stored, new Date(stored.expires), { hasId }), (shaped) =>
      emitSession(ctx, shaped),
    )
  })
}

/** Returns whether a session in use is due to be extended, and can be. */
function isDue(
  { canWrite, auth: { session, now } }: SessionContext,
  { expires, latest }: StoredSession,
): boolean {
  return canWrite && expires - (session.maxAge - session.updateAge) * 1000 <= now() && expires < latest
}

function newEnd({ session, now }: ResolvedAuth, { latest }: StoredSession): Date {
  return new Date(Math.min(now() + session.maxAge * 1000, latest))
}

/** Extends the session after the callback ran: if it throws, the session must stay as it was. */
async function renew(
  ctx: SessionContext,
  stored: StoredSession,
  hasId?: boolean,
): Promise<DefaultSession | null> {
  const expires = newEnd(ctx.auth, stored)
  const shaped = await sessionFrom(ctx, stored, expires, { hasId })
  return (await extend(ctx, stored, expires)) ? emitSession(ctx, shaped) : null
}

function emitSession({ auth }: SessionContext, { session, sent }: Shaped): Awaitable<DefaultSession> {
  return andThen(auth.events.session({ session }), () => sent)
}

async function update(ctx: SessionContext, data: unknown): Promise<DefaultSession | null> {
  const stored = await find(ctx)
  if (stored === undefined) return null
  const shaped = await sessionFrom(ctx, stored, new Date(stored.expires), {
    change: { newSession: data, trigger: 'update' },
  })
  return emitSession(ctx, shaped)
}

/**
 * Ends the session. The cookie is removed even if the database fails: signing out must work in this
 * browser.
 *
 * @throws {SignOutError} if the session may still be in the database
 */
async function end(ctx: SessionContext): Promise<string | undefined> {
  const token = readSessionToken(ctx)
  expireCookie(ctx)
  if (token === undefined) return undefined
  const sessionToken = await storedToken(ctx, token)
  try {
    const session = await sessionAdapter(ctx).deleteSession(sessionToken)
    await ctx.auth.events.signOut({ session, by: 'user' })
    // Some adapters return nothing.
    return session ? String(session.userId) : undefined
  } catch (error) {
    await (await import('../ending/incomplete-sign-out.ts')).requireNoSession(ctx, sessionToken, error)
    return undefined
  } finally {
    await noteDeletion(ctx, sessionToken)
  }
}

/**
 * Returns the session of this browser if it exists and has not expired. Otherwise removes the
 * cookie.
 */
function find(ctx: SessionContext): Awaitable<StoredSession | undefined> {
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

/** Notes a change of a session's row in the list of the user's sessions, if there is one. */
async function noteRowChange(
  { auth }: SessionContext,
  { session, user }: SessionRow,
  changes: Partial<ListedSession>,
): Promise<void> {
  if (!auth.session.keepsFacts) return
  const { noteChange } = await import('../list/note.ts')
  await noteChange(auth, { userId: String(user.id), sessionToken: session.sessionToken }, changes)
}

async function discard(ctx: SessionContext, token: string, isStored: boolean): Promise<undefined> {
  // A replica of the database may lag behind. Without its cookie, the session would be lost.
  if (!isStored && isFresh(ctx.auth, token)) return
  if (isStored || !(await isReplaced(ctx.auth, await sha256Hex(token)))) expireCookie(ctx)
  if (isStored) await remove(ctx, await storedToken(ctx, token))
}

function sessionFrom(
  ctx: SessionContext,
  stored: StoredSession,
  expires: Date,
  reading: Reading,
): Awaitable<Shaped> {
  const { auth } = ctx
  return andThen(toSession(ctx, stored, { token: readSessionToken(ctx), expires }, reading), (session) => ({
    session,
    sent: auth.callbacks.session === undefined ? session : sendable(auth, session, stored.user),
  }))
}

/** Returns `false` and removes the cookie if the session was ended after it was read. */
async function extend(ctx: SessionContext, stored: StoredSession, expires: Date): Promise<boolean> {
  const { session } = stored
  const token = readSessionToken(ctx) ?? ''
  const isStored = await extendRow(ctx, { sessionToken: session.sessionToken, expires })
  // A sign-out may have deleted it between two steps of an adapter that first reads and then
  // writes.
  const wasSignedOut = isStored && (await wasDeleted(ctx, token))
  if (wasSignedOut) await remove(ctx, session.sessionToken)
  if (isStored && !wasSignedOut) {
    write(ctx, token, expires)
    await noteRowChange(ctx, stored, { expires, lastSeenAt: new Date(ctx.auth.now()) })
  } else await discard(ctx, token, false)
  return isStored && !wasSignedOut
}

function readSessionToken(ctx: SessionContext): string | undefined {
  return ctx.cookies.get(ctx.base.cookies.sessionToken.name)
}

function write(ctx: SessionContext, token: string, expires: Date): void {
  const { name, options } = ctx.base.cookies.sessionToken
  // Removes the chunks of an earlier, larger session.
  expireCookie(ctx)
  ctx.cookies.set({ name, value: token, options: { ...options, expires } })
}

function expireCookie(ctx: SessionContext): void {
  expireChunked(ctx.cookies, ctx.base.cookies.sessionToken)
}

/** Returns when and how this browser's user signed in. */
export async function facts(ctx: SessionContext): Promise<SessionFacts | undefined> {
  return readFacts(readSessionToken(ctx) ?? '')
}

const endings = loadOnce(() => import('../ending/end-tokens.ts'))

async function everyoneUntil(auth: ResolvedAuth): Promise<number> {
  return (await endings()).everyoneUntil(auth)
}

/** Replaces the session's token by one with the facts. Copies of the previous one end. */
export async function confirm(ctx: SessionContext, facts: SessionFacts): Promise<boolean> {
  const { auth } = ctx
  const found = await find(ctx)
  if (found === undefined) return false
  const userId = String(found.user.id)
  const [turn, everyone] = [await takeTurn(auth, userId), await everyoneUntil(auth)]
  // Again: the session may have ended before this request took its turn.
  const stored = await find(ctx)
  if (stored === undefined) return false
  const previous = readSessionToken(ctx) ?? ''
  const token = tokenAfter(auth, previous, facts)
  const sessionToken = await storedToken(ctx, token)
  const expires = newEnd(auth, stored)
  const id = await sha256Hex(previous)
  const { noteContinuation, noteReplacement } = await import('../ending/successor.ts')
  await noteReplacement(auth, id, sessionToken)
  await noteContinuation(auth, id, sessionToken)
  await sessionAdapter(ctx).createSession({ sessionToken, userId: stored.user.id, expires })
  await remove(ctx, stored.session.sessionToken)
  const isKept = (await isUndisturbed(auth, userId, turn, id)) && (await everyoneUntil(auth)) === everyone
  if (isKept) {
    write(ctx, token, expires)
    const [amr, authTime] = [facts.amr.join(' '), new Date(facts.authTime * 1000)]
    await noteRowChange(ctx, stored, { sessionToken, expires, amr, authTime })
  } else {
    await remove(ctx, sessionToken)
    expireCookie(ctx)
  }
  return isKept
}

async function revoke(auth: ResolvedAuth, userId: string, current?: SessionContext): Promise<void> {
  const { adapter } = auth
  if (adapter?.deleteSessionsByUserId === undefined) {
    throw new MissingAdapterMethods(
      "The `adapter` cannot end a user's sessions. Add `deleteSessionsByUserId(userId)` to it.",
    )
  }
  const deleteAll = async (): Promise<void> => {
    await adapter.deleteSessionsByUserId?.(userId)
    // Also ends tokens that the application issued itself: `getToken` asks the store.
    await (await endings()).revokeUserTokens(auth, userId)
  }
  if (current && (await keepCurrent(current, userId, deleteAll))) return
  await endAll(auth, userId, deleteAll)
}

/**
 * Returns whether this browser's session belonged to the user and continues with a new token.
 * Copies of the previous one have ended.
 */
async function keepCurrent(
  ctx: SessionContext,
  userId: string,
  deleteAll: () => Awaitable<unknown>,
): Promise<boolean> {
  const { auth } = ctx
  const [turn, everyone] = [await takeTurn(auth, userId), await everyoneUntil(auth)]
  const stored = await find(ctx)
  if (stored === undefined || String(stored.user.id) !== userId) return false
  const previous = readSessionToken(ctx) ?? ''
  const token = tokenAfter(auth, previous)
  const sessionToken = await storedToken(ctx, token)
  const expires = newEnd(auth, stored)
  const id = await sha256Hex(previous)
  const { noteContinuation, noteReplacement } = await import('../ending/successor.ts')
  await noteReplacement(auth, id, sessionToken)
  await noteContinuation(auth, id, sessionToken)
  await deleteAll()
  await sessionAdapter(ctx).createSession({ sessionToken, userId: stored.user.id, expires })
  const isKept = (await isUndisturbed(auth, userId, turn, id)) && (await everyoneUntil(auth)) === everyone
  if (isKept) {
    write(ctx, token, expires)
    await noteRowChange(ctx, stored, { sessionToken, expires })
  } else {
    await remove(ctx, sessionToken)
    expireCookie(ctx)
  }
  return isKept
}
