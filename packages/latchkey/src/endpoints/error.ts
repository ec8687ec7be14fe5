import type { Context } from '../contract/context.ts'
import type { Result } from '../contract/result.ts'
import { statusOfType } from '../errors.ts'
import { endpointUrl, pageUrl } from '../http/endpoint-url.ts'
import { shownReference } from '../http/reference.ts'

/** `GET /error`: says what went wrong, on our page or that of the application. */
export async function showError(ctx: Context): Promise<Result> {
  const error = ctx.query.get('error') ?? undefined
  const reference = ctx.query.get('reference') ?? undefined
  const { pages } = ctx.auth
  if (pages.error) return { type: 'redirect', url: pageUrl(ctx.base, pages.error, { error, reference }) }
  return {
    type: 'page',
    status: statusOfType(error),
    page: {
      name: 'error',
      error: error ?? 'Default',
      reference: shownReference(ctx.query),
      signInUrl: pages.signIn ? pageUrl(ctx.base, pages.signIn) : endpointUrl(ctx.base, 'signin'),
      homeUrl: ctx.base.home,
    },
  }
}
