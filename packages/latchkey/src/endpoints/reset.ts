import { requireReset } from '../account-changes/password-provider.ts'
import { type ResetFields, requestReset, resetPassword } from '../account-changes/reset.ts'
import type { Context } from '../contract/context.ts'
import type { PageResult, Result } from '../contract/result.ts'
import { wantsJson } from '../http/accept.ts'
import { endpointUrl, namedPageUrl, pageUrl } from '../http/endpoint-url.ts'
import { passwordLengths } from '../passwords/rules.ts'
import { csrfField } from '../security/csrf.ts'

/**
 * The token in the page's URL must not reach another server, nor the log of this one with another
 * page. Not `no-referrer`: browsers would send `Origin: null` with the form.
 */
const HEADERS = { 'Referrer-Policy': 'strict-origin' }

/** What a page of the application needs to know. */
const QUERY = ['email', 'token', 'sent', 'error', 'code'] as const

/**
 * `GET /reset`: asks for an e-mail address. With the link from an e-mail, asks for a new password, and
 * uses nothing up: software such as virus scanners opens links.
 */
export async function showReset(ctx: Context): Promise<Result> {
  const { auth, base, headers, query } = ctx
  const { password } = requireReset(ctx)
  const lengths = passwordLengths(ctx, password)
  if (wantsJson(headers))
    return { type: 'json', status: 200, body: { minLength: lengths.min, maxLength: lengths.max } }
  const known = Object.fromEntries(QUERY.map((name) => [name, query.get(name) ?? undefined]))
  if (auth.pages.reset) return { type: 'redirect', url: pageUrl(base, auth.pages.reset, known) }
  const { email, token, sent, error, code } = known
  const signInUrl = namedPageUrl(ctx, 'signIn')
  if (sent !== undefined) return page({ name: 'resetSent', signInUrl })
  const form = { action: endpointUrl(base, 'reset'), csrfToken: await csrfField(ctx), error }
  if (email === undefined || token === undefined)
    return page({ name: 'resetRequest', ...form, email, signInUrl })
  return page({ name: 'newPassword', ...form, code, email, lengths, hidden: { email, token } })
}

/**
 * `POST /reset`: with only an `email`, sends the link. With the `token` of a link, sets the `password`.
 */
export async function reset(ctx: Context): Promise<Result> {
  const { form } = ctx
  if (form.token === undefined) return requestReset(ctx, form.email)
  return resetPassword(ctx, form satisfies ResetFields)
}

function page(shown: PageResult['page']): PageResult {
  return { type: 'page', status: 200, headers: HEADERS, page: shown }
}
