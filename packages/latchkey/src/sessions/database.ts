import { andThen } from '../async/awaitable.ts'
import type { AdmittedUser, ResolvedAuth, SessionContext, SessionStrategy } from '../contract/context.ts'
import { sha256Hex } from '../crypto/digest.ts'
import { asError, MissingAdapterMethods, SessionError, SignOutError } from '../errors.ts'
import { expireChunked } from '../http/chunks.ts'
import type { Adapter, AdapterSession, AdapterUser } from '../types/adapter.ts'
import type { Awaitable } from '../types/basics.ts'
import type { DefaultSession } from '../types/session.ts'
import { runCallback } from './run-callback.ts'

/**
 * Sessions that live in the database. The browser has a token; the database, by default, only its
 * hash.
 */
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
  // When the new one could not be stored, the session that there was goes on.
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
    return andThen(shape(ctx, stored, new Date(stored.expires)), (session) => emitSession(ctx, session))
  })
}

/** Is the session to be extended, because it was used? */
function isDue({ session, now }: ResolvedAuth, { expires, latest }: StoredSession): boolean {
  return expires - (session.maxAge - session.updateAge) * 1000 <= now() && expires < latest
}

/** Only once the session is known: a callback that throws must leave it as it was. */
async function renew(ctx: SessionContext, stored: StoredSession): Promise<DefaultSession> {
  const expires = new Date(Math.min(ctx.auth.now() + ctx.auth.session.maxAge * 1000, stored.latest))
  const session = await shape(ctx, stored, expires)
  await extend(ctx, stored, expires)
  return emitSession(ctx, session)
}

function emitSession(ctx: SessionContext, session: DefaultSession): Awaitable<DefaultSession> {
  return andThen(ctx.auth.events.session({ session }), () => session)
}

async function update(ctx: SessionContext, data: unknown): Promise<DefaultSession | null> {
  const stored = await find(ctx)
  if (stored === undefined) return null
  const session = await shape(ctx, stored, new Date(stored.expires), { newSession: data, trigger: 'update' })
  return emitSession(ctx, session)
}

/** The cookie goes, whatever the database says: who signs out must be signed out here. */
async function end(ctx: SessionContext): Promise<void> {
  const token = tokenOf(ctx)
  if (token === undefined) return
  expireCookie(ctx)
  const removed = await remove(ctx, token)
  if (removed !== undefined) await ctx.auth.events.signOut(removed)
}

interface DeletedSession {
  /** What the adapter tells of it, which may be nothing. */
  readonly session: AdapterSession | null | undefined | void
}

/**
 * Deletes a session that is over. When that fails it is only logged: some adapters throw when it is
 * gone already.
 */
async function remove(ctx: SessionContext, token: string): Promise<DeletedSession | undefined> {
  try {
    return { session: await adapterOf(ctx).deleteSession(await storedToken(ctx, token)) }
  } catch (error) {
    const cause = { err: asError(error) }
    ctx.auth.logger.error(
      new SignOutError('A session that is over could not be deleted from the database.', { cause }),
    )
    return undefined
  }
}

/**
 * The session of this browser, if there is one and its time is not over. A cookie that leads
 * nowhere is cleared.
 */
function find(ctx: SessionContext): Awaitable<StoredSession | undefined> {
  const token = tokenOf(ctx)
  if (token === undefined) return undefined
  return andThen(lookUp(ctx, token), (row) => {
    const expires = row ? new Date(row.session.expires).getTime() : Number.NaN
    // What is no date is over: such a comparison is never true.
    // One from before the limit was set does not tell its beginning: it ends when it was to end.
    const latest = latestEnd(ctx.auth, token) ?? expires
    if (row && Math.min(expires, latest) > ctx.auth.now()) return { ...row, expires, latest }
    expireCookie(ctx)
    return row ? andThen(remove(ctx, token), () => undefined) : undefined
  })
}

function lookUp(ctx: SessionContext, token: string): ReturnType<SessionMethods['getSessionAndUser']> {
  return andThen(storedToken(ctx, token), (sessionToken) => adapterOf(ctx).getSessionAndUser(sessionToken))
}

interface Update {
  readonly newSession: unknown
  readonly trigger: 'update'
}

/**
 * What the callback is given holds no token and no column of the database: it may be returned as it
 * is.
 */
function shape(
  ctx: SessionContext,
  { user }: StoredSession,
  expires: Date,
  change?: Update,
): Awaitable<DefaultSession> {
  const session = {
    user: { name: user.name, email: user.email, image: user.image },
    expires: expires.toISOString(),
  }
  const callback = ctx.auth.callbacks.session
  if (callback === undefined) return session
  // With this strategy there is no token; the type names what either strategy gives.
  const params = { session, user, ...change } as Parameters<typeof callback>[0]
  return andThen(
    runCallback('session', () => callback(params)),
    (shaped) => {
      if (shaped !== undefined) return shaped
      throw new SessionError('The `session` callback gave nothing. Let it `return session`.')
    },
  )
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
  // Pieces of a larger session that was kept in the browser before.
  expireCookie(ctx)
  ctx.cookies.set({ name, value: token, options: { ...options, expires } })
}

function expireCookie(ctx: SessionContext): void {
  expireChunked(ctx.cookies, ctx.base.cookies.sessionToken)
}

/**
 * The session's beginning stands in its token, where there is a limit to its age: tables have no
 * column for it. It cannot be changed, for the token is looked up as a whole.
 */
function datedToken({ session, now }: ResolvedAuth): string {
  const token = session.generateToken()
  return session.absoluteMaxAge === undefined ? token : `${token}.${Math.floor(now() / 1000)}`
}

/** When a session ends in spite of use: milliseconds since 1970, if its token tells. */
function latestEnd({ session }: ResolvedAuth, token: string): number | undefined {
  if (session.absoluteMaxAge === undefined) return Number.POSITIVE_INFINITY
  const [, begun] = /\.(\d{1,12})$/.exec(token) ?? []
  return begun === undefined ? undefined : (Number(begun) + session.absoluteMaxAge) * 1000
}

async function revoke({ adapter }: ResolvedAuth, userId: string): Promise<void> {
  if (adapter?.deleteSessionsByUserId === undefined) {
    throw new MissingAdapterMethods(
      'The `adapter` cannot end the sessions of a user. Give it `deleteSessionsByUserId(userId)`.',
    )
  }
  await adapter.deleteSessionsByUserId(userId)
}

/** What the database knows a token by. Whoever reads the table cannot sign in with it. */
function storedToken(ctx: SessionContext, token: string): Awaitable<string> {
  return ctx.auth.session.hashesToken ? sha256Hex(token) : token
}

type SessionMethods = Required<
  Pick<Adapter, 'createSession' | 'getSessionAndUser' | 'updateSession' | 'deleteSession'>
>

/** This strategy is chosen only with an adapter that has these methods. */
function adapterOf({ auth }: SessionContext): SessionMethods {
  return auth.adapter as SessionMethods
}
