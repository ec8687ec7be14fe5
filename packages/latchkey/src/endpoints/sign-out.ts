import type { Context } from '../contract/context.ts'
import type { Result } from '../contract/result.ts'
import { endpointUrl, pageUrl } from '../http/endpoint-url.ts'
import { forgetCallbackUrl, resolveCallbackUrl } from '../security/callback-url.ts'
import { csrfToken } from '../security/csrf.ts'

/** `GET /signout`: asks, on our page or that of the application. Nothing is ended by it. */
export async function showSignOut(ctx: Context): Promise<Result> {
  if (ctx.auth.pages.signOut) return { type: 'redirect', url: pageUrl(ctx.base, ctx.auth.pages.signOut) }
  return {
    type: 'page',
    status: 200,
    page: {
      name: 'signOut',
      action: endpointUrl(ctx.base, 'signout'),
      csrfToken: ctx.auth.checksCsrfToken ? await csrfToken(ctx) : undefined,
      callbackUrl: await resolveCallbackUrl(ctx),
    },
  }
}

/** `POST /signout`: ends the session. */
export async function signOut(ctx: Context): Promise<Result> {
  // First of all, so that nothing which fails later keeps the session alive.
  await ctx.auth.sessions.end(ctx)
  const url = await resolveCallbackUrl(ctx)
  forgetCallbackUrl(ctx)
  return { type: 'redirect', url }
}
