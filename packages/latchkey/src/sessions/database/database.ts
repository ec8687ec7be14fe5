import { andThen } from '../../async/awaitable.ts'
import type { ResolvedAuth, SessionContext, SessionStrategy } from '../../contract/context.ts'
import type { AdmittedUser, NewSession } from '../../contract/sign-in.ts'
import { sha256Hex } from '../../crypto/digest.ts'
import { MissingAdapterMethods } from '../../errors/configuration.ts'
import type { Awaitable } from '../../types/basics.ts'
import type { DefaultSession } from '../../types/session.ts'
import { chooseEnd } from '../chosen-end.ts'
import { endAll } from '../ending/end-all.ts'
import { endStoredById } from '../ending/end-by-id.ts'
import { sendable } from '../sendable-session.ts'
import { expireCookie, readSessionToken, write } from './cookie.ts'
import { deleteStored, extendRow, noteDeletion, remove, sessionAdapter, wasDeleted } from './rows.ts'
import { discard, find, newEnd, noteRowChange, type StoredSession } from './stored-session.ts'
import { type Reading, toSession } from './to-session.ts'
import { datedToken, latestEnd, storedToken } from './token.ts'

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

interface Shaped {
  /** What the `session` callback returned. */
  readonly session: DefaultSession
  /** The part of it that the browser receives. */
  readonly sent: DefaultSession
}

async function begin(ctx: SessionContext, admitted: AdmittedUser): Promise<NewSession> {
  const { user, account, isStored, isContinued } = admitted
  const { session, now, sessionCodec } = ctx.auth
  const id = user.id as string
  const isFromApplication = account.type === 'credentials' && !isStored
  const userId = isFromApplication
    ? await (await import('./require-stored-user.ts')).storedUserId(ctx, id, account.provider)
    : id
  const previous = readSessionToken(ctx)
  const encoded =
    isFromApplication && sessionCodec.isCustom
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
    await (await import('../ending/end-tokens.ts')).revokeUserTokens(auth, userId)
  }
  if (current && (await (await import('./continue.ts')).keepCurrent(current, userId, deleteAll))) return
  await endAll(auth, userId, deleteAll)
}
