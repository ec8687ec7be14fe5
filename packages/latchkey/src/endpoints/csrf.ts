import type { Context } from '../contract/context.ts'
import type { Result } from '../contract/result.ts'
import { UnknownAction } from '../errors.ts'
import { csrfToken } from '../security/csrf.ts'

/** `GET /csrf`: the double-submit token of this browser, for clients that send neither `Origin` nor `Sec-Fetch-Site`. */
export async function sendCsrfToken(ctx: Context): Promise<Result> {
  if (ctx.auth.checksCsrfToken)
    return { type: 'json', status: 200, body: { csrfToken: await csrfToken(ctx) } }
  ctx.auth.logger.warn('csrf-disabled')
  throw new UnknownAction('There is no CSRF token, because `skipCSRFCheck` is set.')
}
