import type { Context, Result } from '../contract.ts'
import { doorUrl, pageUrl } from '../http/door-url.ts'
import { shownReference } from '../http/reference.ts'
import { csrfToken } from '../security/csrf.ts'
import { rememberReturnUrl, returnUrl } from '../security/return-cookie.ts'

/** `GET /signin`: our sign-in page, or the way to that of the application. */
export async function showSignIn(ctx: Context): Promise<Result> {
  const callbackUrl = await returnUrl(ctx)
  await rememberReturnUrl(ctx, callbackUrl)
  const error = ctx.query.get('error') ?? undefined
  if (ctx.auth.pages.signIn) return { kind: 'redirect', url: pageUrl(ctx.base, ctx.auth.pages.signIn, { callbackUrl, error }) }
  return {
    kind: 'page',
    status: 200,
    page: {
      name: 'signIn',
      forms: [...ctx.auth.providers.values()].map((provider) => ({ provider, action: formAction(ctx, provider) })),
      csrfToken: ctx.auth.checksCsrfToken ? await csrfToken(ctx) : undefined,
      returnUrl: callbackUrl,
      error,
      reference: shownReference(ctx.query),
      email: ctx.query.get('email') ?? undefined,
    },
  }
}

function formAction({ base }: Context, { id, type }: { id: string; type: string }): string {
  return doorUrl(base, type === 'credentials' ? `callback/${id}` : `signin/${id}`)
}
