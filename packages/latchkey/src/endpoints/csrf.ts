import type { Context } from '../contract/context.ts'
import type { Result } from '../contract/result.ts'
import { UnknownAction } from '../errors/request.ts'
import { csrfField } from '../security/csrf.ts'

/**
 * `GET /csrf`: sends this browser's double-submit token, for clients without `Origin` and
 * `Sec-Fetch-Site`.
 */
export async function sendCsrfToken(ctx: Context): Promise<Result> {
  const csrfToken = await csrfField(ctx)
  if (csrfToken !== undefined) return { type: 'json', status: 200, body: { csrfToken } }
  ctx.auth.logger.warn('csrf-disabled')
  throw new UnknownAction('There is no CSRF token, because `skipCSRFCheck` is set.')
}
