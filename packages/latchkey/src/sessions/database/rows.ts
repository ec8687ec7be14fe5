import { andThen, orElse } from '../../async/awaitable.ts'
import type { SessionContext } from '../../contract/context.ts'
import { sha256Hex } from '../../crypto/digest.ts'
import { AuthError } from '../../errors/auth-error.ts'
import { idKey } from '../../security/store-keys.ts'
import type { Adapter, AdapterSession } from '../../types/adapter.ts'
import { GRACE_SECONDS } from '../ending/revocation.ts'
import { storedToken } from './token.ts'

type SessionMethods = Required<
  Pick<Adapter, 'createSession' | 'getSessionAndUser' | 'updateSession' | 'deleteSession'>
>

/** The configuration check has verified these methods. */
export function sessionAdapter({ auth }: Pick<SessionContext, 'auth'>): SessionMethods {
  return auth.adapter as SessionMethods
}

/** Returns a token's session, with its user. */
export function lookUp(ctx: SessionContext, token: string): ReturnType<SessionMethods['getSessionAndUser']> {
  return andThen(storedToken(ctx, token), (sessionToken) =>
    sessionAdapter(ctx).getSessionAndUser(sessionToken),
  )
}

/**
 * Does the same with the primary database: a copy of it may still have a deleted session.
 */
export function lookUpOnPrimary({ auth }: SessionContext, sessionToken: string): ReturnType<typeof lookUp> {
  const { getSessionAndUser, getSessionAndUserFromPrimary } = auth.adapter as SessionMethods & Adapter
  return (getSessionAndUserFromPrimary ?? getSessionAndUser)(sessionToken)
}

/**
 * Returns `false` if the session no longer exists. Some adapters then return nothing, others throw.
 *
 * @throws {AdapterError} if it exists or cannot be looked up
 */
export async function extendRow(
  ctx: SessionContext,
  changes: Pick<AdapterSession, 'sessionToken' | 'expires'>,
): Promise<boolean> {
  try {
    if (await sessionAdapter(ctx).updateSession(changes)) return true
  } catch (error) {
    // An unavailable database would only take as long again.
    if (error instanceof AuthError && error.isTemporary) throw error
    const isGone = await orElse(
      async () => !(await lookUpOnPrimary(ctx, changes.sessionToken)),
      () => false,
    )
    if (!isGone) throw error
    return false
  }
  return Boolean(await lookUpOnPrimary(ctx, changes.sessionToken))
}

export interface DeletedSession {
  /** The adapter's result, which may be nothing. */
  readonly session: AdapterSession | null | undefined | void
}

/**
 * Ends a session early, and the one that continues it. Failures are only logged.
 *
 * @param sessionToken as the database stores it
 */
export async function deleteStored(
  ctx: SessionContext,
  sessionToken: string,
): Promise<DeletedSession | undefined> {
  const deleted = await remove(ctx, sessionToken)
  await noteDeletion(ctx, sessionToken)
  return deleted
}

/** Ends the sessions that continue an ended session, and its renewals that are in progress. */
export async function noteDeletion(ctx: SessionContext, sessionToken: string): Promise<void> {
  const { store, session } = ctx.auth
  const id = session.hashesToken ? sessionToken : await sha256Hex(sessionToken)
  await orLog(ctx, async () => {
    await store.set(idKey('ended', id), '1', GRACE_SECONDS)
    const next = await (await import('../ending/successor.ts')).findReplacement(ctx.auth, id)
    if (next) await deleteStored(ctx, next)
  })
}

/** Returns whether another request ended the session during the last minute. */
export async function wasDeleted(ctx: SessionContext, token: string): Promise<boolean> {
  const { store } = ctx.auth
  return Boolean(await orLog(ctx, async () => store.get(idKey('ended', await sha256Hex(token)))))
}

/** Deletes an ended session. Some adapters throw if it no longer exists. */
export function remove(ctx: SessionContext, sessionToken: string): Promise<DeletedSession | undefined> {
  return orLog(ctx, async () => ({ session: await sessionAdapter(ctx).deleteSession(sessionToken) }))
}

/** Returns the result of `work`, or logs that an ended session may remain. */
async function orLog<T>({ auth }: SessionContext, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    ;(await import('../ending/log-undeleted-session.ts')).logRemainingSession(auth, error)
    return undefined
  }
}
