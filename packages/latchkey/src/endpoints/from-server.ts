import type { Context, ResolvedAuth } from '../contract/context.ts'
import type { Result } from '../contract/result.ts'
import { AuthError } from '../errors.ts'
import { namedPageUrl } from '../http/endpoint-url.ts'
import { hasProvider } from '../methods/load.ts'
import { resolveCallbackUrl } from '../security/callback-url.ts'
import { refuseCrossOriginCaller } from '../security/csrf.ts'
import type { DefaultSession } from '../types/session.ts'
import { completeSignIn } from './callback.ts'
import { startSignIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'

/**
 * Starts a sign-in for the application's server code. Without a known provider, redirects to the
 * sign-in page.
 */
export async function signInFromServer(ctx: Context): Promise<Result> {
  refuseCrossOriginCaller(ctx)
  if (hasProvider(ctx)) return ctx.signInMethod.steps === 1 ? completeSignIn(ctx) : startSignIn(ctx)
  return {
    type: 'redirect',
    url: namedPageUrl(ctx, 'signIn', { callbackUrl: await resolveCallbackUrl(ctx) }),
  }
}

/** Signs out for the application's server code. */
export async function signOutFromServer(ctx: Context): Promise<Result> {
  refuseCrossOriginCaller(ctx)
  return signOut(ctx)
}

/** Updates the session for the application's server code. */
export async function updateFromServer(ctx: Context): Promise<DefaultSession | null> {
  refuseCrossOriginCaller(ctx)
  return ctx.auth.sessions.update(ctx, ctx.form.data)
}

/**
 * Ends all sessions of a user for the application's server code.
 *
 * @throws {AuthError} the problem of the configuration, or {@link MissingAdapterMethods}
 */
export async function revokeFromServer(auth: ResolvedAuth, userId: string): Promise<void> {
  const { problem } = await auth.checkConfig()
  if (problem !== undefined) throw problem
  await auth.sessions.revoke(auth, userId)
}

/** Ends all sessions of a user except the one of this browser, if it is one of them. */
export async function revokeOthersFromServer(ctx: Context, userId: string): Promise<void> {
  refuseCrossOriginCaller(ctx)
  if (!ctx.canWrite) {
    throw new AuthError(
      "`revokeSessions` with `except: 'current'` was called where cookies cannot be set, so no session " +
        'was ended. Call it where a form or a script of your application is handled, not while a page is ' +
        'rendered.',
    )
  }
  await ctx.auth.sessions.revoke(ctx.auth, userId, ctx)
}
