import type { Context } from '../contract/context.ts'
import type { Result } from '../contract/result.ts'
import { endpointUrl, pageUrl } from '../http/endpoint-url.ts'
import { forgetCallbackUrl, resolveCallbackUrl } from '../security/callback-url.ts'
import { csrfField } from '../security/csrf.ts'
import { endMovedSession } from '../sessions/moved-session.ts'

/**
 * `GET /signout`: asks for confirmation, on the built-in page or the application's own. Does not
 * end the session.
 */
export async function showSignOut(ctx: Context): Promise<Result> {
  const { auth, base } = ctx
  if (auth.pages.signOut) return { type: 'redirect', url: pageUrl(base, auth.pages.signOut) }
  return {
    type: 'page',
    status: 200,
    page: {
      name: 'signOut',
      action: endpointUrl(base, 'signout'),
      csrfToken: await csrfField(ctx),
      callbackUrl: await resolveCallbackUrl(ctx),
    },
  }
}

/** `POST /signout`: ends the session. @throws {SignOutError} if copies of it may stay valid */
export async function signOut(ctx: Context): Promise<Result> {
  // First, so that no later failure keeps the session alive.
  try {
    await ctx.auth.sessions.end(ctx)
  } finally {
    await endMovedSession(ctx).catch(async (error) => {
      throw (await import('../sessions/incomplete-sign-out.ts')).incompleteSignOut(error)
    })
  }
  const url = await resolveCallbackUrl(ctx)
  forgetCallbackUrl(ctx)
  return { type: 'redirect', url }
}
