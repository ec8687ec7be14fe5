import { RETRY_AFTER_SECONDS } from '../async/bounded-call.ts'
import type { Context } from '../contract/context.ts'
import type { Result } from '../contract/result.ts'
import { getStatus } from '../errors/auth-error.ts'
import { namedPageUrl, pageUrl } from '../http/endpoint-url.ts'
import { shownReference } from '../http/reference.ts'

/** `GET /error`: shows what went wrong, on the built-in page or the application's own. */
export async function showError(ctx: Context): Promise<Result> {
  const { auth, base, query } = ctx
  const error = query.get('error') ?? undefined
  const reference = query.get('reference') ?? undefined
  if (auth.pages.error)
    return { type: 'redirect', url: pageUrl(base, auth.pages.error, { error, reference }) }
  const status = getStatus(error)
  return {
    type: 'page',
    status,
    headers: status === 503 ? { 'Retry-After': String(RETRY_AFTER_SECONDS) } : {},
    page: {
      name: 'error',
      error: error ?? 'Default',
      reference: shownReference(query),
      signInUrl: namedPageUrl(ctx, 'signIn'),
      homeUrl: base.home,
    },
  }
}
