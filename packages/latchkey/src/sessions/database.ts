import { andThen } from '../async/awaitable.ts'
import type { AdmittedUser, ResolvedAuth, SessionContext, SessionStrategy } from '../contract/context.ts'
import { sha256Hex } from '../crypto/digest.ts'
import { asError, MissingAdapterMethods, SignOutError } from '../errors.ts'
import { expireChunked } from '../http/chunks.ts'
import type { Adapter, AdapterSession, AdapterUser } from '../types/adapter.ts'
import type { Awaitable } from '../types/basics.ts'
import type { SessionCallbackParams } from '../types/callbacks.ts'
import type { DefaultSession } from '../types/session.ts'
import { shapeSession } from './callbacks.ts'
import { datedToken, latestEnd, storedToken, tokenAfter } from './database-token.ts'
import { GRACE_SECONDS, isReplaced, replacedKey } from './revocation.ts'
import { noteDuplicate } from './token-cookie.ts'

/** Sessions in the database. The browser has a token; the database, by default, only its hash. */
export const databaseSessions: SessionStrategy = { begin, read, update, end, revoke, userId }

interface StoredSession {
  readonly session: AdapterSession
  readonly user: AdapterUser
  /** Milliseconds since 1970. */
  readonly expires: number
  /** The latest time until which it can be extended: milliseconds since 1970. */
  readonly latest: number
}

async function begin(ctx: SessionContext, { user }: AdmittedUser): Promise<void> {
  const { session, now } = ctx.auth
  const previous = tokenOf(ctx)
  const token = datedToken(ctx.auth)
  const expires = new Date(Math.min(now() + session.maxAge * 1000, latestEnd(ctx.auth, token) ?? 0))
  await adapterOf(ctx).createSession({
    sessionToken: await storedToken(ctx, token),
    userId: user.id as string,
    expires,
  })
  // If the new session could not be stored, the previous one stays valid.
  if (previous !== undefined) await remove(ctx, previous)
  write(ctx, token, expires)
}

async function userId(ctx: SessionContext): Promise<string | undefined> {
  const stored = await find(ctx)
  return stored && String(stored.user.id)
}

function read(ctx: SessionContext): Awaitable<DefaultSession | null> {
  return andThen(find(ctx), (stored) => {
    if (stored === undefined) return null
    if (ctx.canWrite && isDue(ctx.auth, stored)) return renew(ctx, stored)
    return andThen(sessionFrom(ctx, stored, new Date(stored.expires)), (session) => emitSession(ctx, session))
  })
}

/** Returns whether a session in use is to be extended. */
function isDue({ session, now }: ResolvedAuth, { expires, latest }: StoredSession): boolean {
  return expires - (session.maxAge - session.updateAge) * 1000 <= now() && expires < latest
}

/** Extends the session after the callback ran: if it throws, the session must stay as it was. */
async function renew(ctx: SessionContext, stored: StoredSession): Promise<DefaultSession> {
  const expires = new Date(Math.min(ctx.auth.now() + ctx.auth.session.maxAge * 1000, stored.latest))
  const session = await sessionFrom(ctx, stored, expires)
  await extend(ctx, stored, expires)
  return emitSession(ctx, session)
}

function emitSession(ctx: SessionContext, session: DefaultSession): Awaitable<DefaultSession> {
  return andThen(ctx.auth.events.session({ session }), () => session)
}

async function update(ctx: SessionContext, data: unknown): Promise<DefaultSession | null> {
  const stored = await find(ctx)
  if (stored === undefined) return null
  const session = await sessionFrom(ctx, stored, new Date(stored.expires), {
    newSession: data,
    trigger: 'update',
  })
  return emitSession(ctx, session)
}

/**
 * Ends the session. The cookie is removed even if the database fails: signing out must work in this
 * browser.
 */
async function end(ctx: SessionContext): Promise<void> {
  const token = tokenOf(ctx)
  expireCookie(ctx)
  if (token === undefined) return
  const removed = await remove(ctx, token)
  if (removed !== undefined) await ctx.auth.events.signOut(removed)
}

interface DeletedSession {
  /** What the adapter returned, which may be nothing. */
  readonly session: AdapterSession | null | undefined | void
}

/**
 * Deletes an ended session. A failure is only logged: some adapters throw if it no longer exists.
 */
async function remove(ctx: SessionContext, token: string): Promise<DeletedSession | undefined> {
  try {
    return { session: await adapterOf(ctx).deleteSession(await storedToken(ctx, token)) }
  } catch (error) {
    const cause = { err: asError(error) }
    ctx.auth.logger.error(
      new SignOutError('An ended session could not be deleted from the database.', { cause }),
    )
    return undefined
  }
}

/**
 * Returns the session of this browser if it exists and has not expired. Otherwise removes the
 * cookie.
 */
function find(ctx: SessionContext): Awaitable<StoredSession | undefined> {
  const token = tokenOf(ctx)
  if (token === undefined) return noteDuplicate(ctx)
  return andThen(lookUp(ctx, token), (row) => {
    const expires = row ? new Date(row.session.expires).getTime() : Number.NaN
    // An invalid date has expired: comparing with NaN is always false.
    // A session that is older than the limit does not say when it started: it expires as stored.
    const latest = latestEnd(ctx.auth, token) ?? expires
    if (row && Math.min(expires, latest) > ctx.auth.now()) return { ...row, expires, latest }
    return discard(ctx, token, Boolean(row))
  })
}

async function discard(ctx: SessionContext, token: string, isStored: boolean): Promise<undefined> {
  if (isStored || !(await isReplaced(ctx.auth, await sha256Hex(token)))) expireCookie(ctx)
  if (isStored) await remove(ctx, token)
}

function lookUp(ctx: SessionContext, token: string): ReturnType<SessionMethods['getSessionAndUser']> {
  return andThen(storedToken(ctx, token), (sessionToken) => adapterOf(ctx).getSessionAndUser(sessionToken))
}

/**
 * Passes on no token and no column of the database, so that the callback may return the session as
 * it is.
 */
function sessionFrom(
  ctx: SessionContext,
  { user }: StoredSession,
  expires: Date,
  change?: Pick<SessionCallbackParams, 'newSession' | 'trigger'>,
): Awaitable<DefaultSession> {
  const { name, email, image } = user
  const session = { user: { name, email, image }, expires: expires.toISOString() }
  return shapeSession(ctx, session, { user, ...change })
}

async function extend(ctx: SessionContext, { session }: StoredSession, expires: Date): Promise<void> {
  await adapterOf(ctx).updateSession({ sessionToken: session.sessionToken, expires })
  write(ctx, tokenOf(ctx) ?? '', expires)
}

function tokenOf(ctx: SessionContext): string | undefined {
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

async function revoke(auth: ResolvedAuth, userId: string, current?: SessionContext): Promise<void> {
  const { adapter } = auth
  if (adapter?.deleteSessionsByUserId === undefined) {
    throw new MissingAdapterMethods(
      'The `adapter` cannot end the sessions of a user. Add `deleteSessionsByUserId(userId)` to it.',
    )
  }
  const stored = current && (await find(current))
  if (current === undefined || stored === undefined || String(stored.user.id) !== userId) {
    await adapter.deleteSessionsByUserId(userId)
    return
  }
  const previous = tokenOf(current) ?? ''
  await auth.store.set(replacedKey(await sha256Hex(previous)), '1', GRACE_SECONDS)
  await adapter.deleteSessionsByUserId(userId)
  await replace(current, stored, previous)
}

/** Continues a deleted session with a new token: copies of the previous one have ended. */
async function replace(
  ctx: SessionContext,
  { user, latest }: StoredSession,
  previous: string,
): Promise<void> {
  const { session, now } = ctx.auth
  const token = tokenAfter(ctx.auth, previous)
  const expires = new Date(Math.min(now() + session.maxAge * 1000, latest))
  await adapterOf(ctx).createSession({
    sessionToken: await storedToken(ctx, token),
    userId: user.id,
    expires,
  })
  write(ctx, token, expires)
}

type SessionMethods = Required<
  Pick<Adapter, 'createSession' | 'getSessionAndUser' | 'updateSession' | 'deleteSession'>
>

/** The configuration was checked for these methods. */
function adapterOf({ auth }: SessionContext): SessionMethods {
  return auth.adapter as SessionMethods
}
