import type { Context } from '../contract/context.ts'
import type { PageResult, Result } from '../contract/result.ts'
import { wantsJson } from '../http/accept.ts'
import { endpointUrl, namedPageUrl, pageUrl } from '../http/endpoint-url.ts'
import { passwordLengths } from '../passwords/rules.ts'
import { csrfField } from '../security/csrf.ts'
import { normalizeEmail } from '../security/email-address.ts'
import { rememberTypedFields, takeTypedFields } from '../security/typed-account.ts'
import { requireSignUp, signUp as runSignUp, waitingAddress } from '../sign-in/sign-up.ts'

/**
 * The token in the page's URL must not reach another server, nor the log of this one with another
 * page. Not `no-referrer`: browsers would send `Origin: null` with the form.
 */
const HEADERS = { 'Referrer-Policy': 'strict-origin' }

/** What a page of the application needs to know. */
const QUERY = ['email', 'token', 'callbackUrl', 'sent', 'error', 'code'] as const

/**
 * `GET /signup`: asks for an e-mail address and a password, or for the code that was sent. With the
 * link from the e-mail, asks to confirm, and uses nothing up: software such as virus scanners opens
 * links. With `Accept: application/json`, says what is asked for.
 */
export async function showSignUp(ctx: Context): Promise<Result> {
  const { auth, base, headers, query } = ctx
  const { password } = requireSignUp(ctx)
  const lengths = passwordLengths(ctx, password)
  const fields = password.signUp?.fields ?? {}
  const waiting = await waitingAddress(ctx)
  if (wantsJson(headers))
    return {
      type: 'json',
      status: 200,
      body: { minLength: lengths.min, maxLength: lengths.max, fields, waitsFor: waiting },
    }
  const known = Object.fromEntries(QUERY.map((name) => [name, query.get(name) ?? undefined]))
  if (auth.pages.signUp) return { type: 'redirect', url: pageUrl(base, auth.pages.signUp, known) }
  const { token, error, code, callbackUrl } = known
  const link = linkOf(known.email, token)
  const form = { action: endpointUrl(base, 'signup'), csrfToken: await csrfField(ctx), error }
  const isWaiting = waiting !== undefined && (link === undefined || link.email === waiting)
  const againUrl = endpointUrl(base, 'signup', { again: '1' })
  if (isWaiting && !query.has('again') && error !== 'PasswordRejected')
    return page({ name: 'confirmSignUp', ...form, email: waiting, token: link?.token, againUrl })
  const signInUrl = namedPageUrl(ctx, 'signIn')
  const typed = error === undefined ? undefined : await takeTypedFields(ctx)
  return page({ name: 'signUp', ...form, code, link, callbackUrl, fields, lengths, signInUrl, typed })
}

/** `POST /signup`: as `signUp` in `sign-in/`. The built-in page keeps what the user typed. */
export async function signUp(ctx: Context): Promise<Result> {
  try {
    return await runSignUp(ctx)
  } catch (error) {
    const names = Object.keys(requireSignUp(ctx).password.signUp?.fields ?? {})
    if (ctx.auth.pages.signUp === undefined) await rememberTypedFields(ctx, ['email', ...names])
    throw error
  }
}

function linkOf(
  email: string | undefined,
  token: string | undefined,
): { readonly email: string; readonly token: string } | undefined {
  const address = normalizeEmail(email)
  return address === undefined || !token ? undefined : { email: address, token }
}

function page(shown: PageResult['page']): PageResult {
  return { type: 'page', status: 200, headers: HEADERS, page: shown }
}
