import type { Context, ResolvedAuth } from '../contract/context.ts'
import { AuthError } from '../errors/auth-error.ts'
import type { Caller } from '../request/read-request.ts'
import { refuseCrossOriginCaller } from '../security/csrf.ts'
import { emitSecurity } from '../security-events/emit.ts'
import type { EventContext } from '../security-events/event.ts'
import type { Cookie } from '../types/cookies.ts'
import { runServerCall } from './server-call.ts'

/** Which sessions `revokeSessions` keeps. */
export type RevocationCall =
  | { readonly except?: undefined; readonly caller?: undefined }
  | { readonly except: 'current'; readonly caller: Caller | Request }

/**
 * Ends all of a user's sessions, except for the caller's if it is to be kept.
 *
 * @returns the cookies to write
 */
export async function revokeSessions(
  auth: ResolvedAuth,
  userId: string,
  { except, caller }: RevocationCall = {},
): Promise<{ readonly cookies: readonly Cookie[] }> {
  if (except === undefined && caller === undefined) {
    await requireValidConfig(auth)
    await auth.sessions.revoke(auth, String(userId))
    await emitRevocation({ auth }, userId, false)
    return { cookies: [] }
  }
  if (except !== 'current' || caller === undefined)
    throw new TypeError("Set `except` to 'current' and pass the `caller`, or omit both.")
  return runServerCall(auth, caller, { action: 'session', fields: {} }, async (ctx) => {
    await revokeOthers(ctx, String(userId))
    return { cookies: ctx.cookies.written }
  })
}

/** Ends all of a user's sessions, and unlinks all accounts and passkeys. */
export async function removeAccess(auth: ResolvedAuth, userId: string): Promise<void> {
  await requireValidConfig(auth)
  await (await import('../sign-in/remove-access.ts')).removeAccess(auth, String(userId))
}

/** @throws {AuthError} if the configuration is invalid */
export async function requireValidConfig({ checkConfig }: ResolvedAuth): Promise<void> {
  const { problem } = await checkConfig()
  if (problem !== undefined) throw problem
}

async function revokeOthers(ctx: Context, userId: string): Promise<void> {
  refuseCrossOriginCaller(ctx)
  if (!ctx.canWrite) {
    throw new AuthError(
      "`revokeSessions` with `except: 'current'` was called where cookies cannot be set, so no session " +
        'was ended. Call it where a form or a script of your application is handled, not while a page is ' +
        'rendered.',
    )
  }
  await ctx.auth.sessions.revoke(ctx.auth, userId, ctx)
  await emitRevocation(ctx, userId, true)
}

async function emitRevocation(ctx: EventContext, userId: string, exceptCurrent: boolean): Promise<void> {
  await emitSecurity(ctx, { type: 'sessionsRevoked', userId: String(userId), by: 'user', exceptCurrent })
}
