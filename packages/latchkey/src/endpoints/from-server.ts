import { type Context, hasProvider } from '../contract/context.ts'
import type { Result } from '../contract/result.ts'
import { namedPageUrl } from '../http/endpoint-url.ts'
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
