import type { Context } from '../contract/context.ts'
import type { Result } from '../contract/result.ts'
import { endpointUrl, pageUrl } from '../http/endpoint-url.ts'
import { resolveCallbackUrl } from '../security/callback-url.ts'
import { refuseCrossOriginCaller } from '../security/csrf.ts'
import type { DefaultSession } from '../types/session.ts'
import { completeSignIn } from './callback.ts'
import { startSignIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'

/** A sign-in that server code of the application begins. Without a known provider: the way to the sign-in page. */
export async function signInFromServer(ctx: Context): Promise<Result> {
  refuseCrossOriginCaller(ctx)
  if (ctx.signInMethod === undefined)
    return { type: 'redirect', url: signInPage(ctx, await resolveCallbackUrl(ctx)) }
  return ctx.signInMethod.steps === 1 ? completeSignIn(ctx) : startSignIn(ctx)
}

/** A sign-out by server code of the application. */
export async function signOutFromServer(ctx: Context): Promise<Result> {
  refuseCrossOriginCaller(ctx)
  return signOut(ctx)
}

/** An update of the session by server code of the application. */
export async function updateFromServer(ctx: Context): Promise<DefaultSession | null> {
  refuseCrossOriginCaller(ctx)
  return ctx.auth.sessions.update(ctx, ctx.form.data)
}

function signInPage({ auth, base }: Context, callbackUrl: string): string {
  return auth.pages.signIn
    ? pageUrl(base, auth.pages.signIn, { callbackUrl })
    : endpointUrl(base, 'signin', { callbackUrl })
}
