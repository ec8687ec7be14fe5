import type { Context } from '../contract/context.ts'
import type { TypedAccount } from '../contract/pages.ts'
import { AuthError, getFacts } from '../errors/auth-error.ts'
import { wantsJson } from '../http/accept.ts'
import { keepCookie } from '../http/cookies/kept-cookies.ts'
import { keepCallbackUrl } from './callback-url.ts'
import { forgetSealed, readSealed, rememberSealed } from './transaction-cookie.ts'

const KEY = 'typed account'
/** How many seconds the user has to return to the form. */
const LIFETIME = 5 * 60
/** No e-mail address is longer. @see https://www.rfc-editor.org/rfc/rfc5321#section-4.5.3.1 */
const MAX_LENGTH = 320
/** All fields together, in characters: they are kept in a cookie. */
const MAX_FIELDS_LENGTH = 1024

/**
 * Remembers the page to open after the next attempt, and the e-mail address or user name of a
 * failed sign-in, so that the built-in page can fill it in. The address is in an encrypted cookie:
 * a URL would be logged. Never call it with a password.
 */
export async function rememberTypedAccount(
  ctx: Context,
  error: unknown,
  { field, value }: Pick<TypedAccount, 'field' | 'value'>,
): Promise<void> {
  const isShown = error instanceof AuthError && getFacts(error).place === 'signIn'
  const usesOwnPage = ctx.auth.pages.signIn !== undefined
  // Without a URL, the application's own code made the call.
  if (!isShown || ctx.url === undefined || wantsJson(ctx.headers)) return
  await keepCallbackUrl(ctx)
  if (usesOwnPage) return
  if (value === '' || value.length > MAX_LENGTH) return
  const claims: TypedAccount = { provider: ctx.providerId ?? '', field, value }
  keepCookie(ctx.cookies, await rememberSealed(ctx, KEY, claims, LIFETIME))
}

/** Returns the remembered values, once. */
export async function takeTypedAccount(ctx: Context): Promise<TypedAccount | undefined> {
  const claims = await readSealed(ctx, KEY)
  await forgetSealed(ctx, KEY)
  // Latchkey seals nothing else under this key. Another sealed value would have none of the fields.
  return claims as TypedAccount | undefined
}

const FIELDS_KEY = 'typed fields'

/**
 * Remembers what a user typed into a form other than the sign-in form, which failed. Shown again as in
 * `rememberTypedAccount`. Never call it with a password.
 */
export async function rememberTypedFields(ctx: Context, names: readonly string[]): Promise<void> {
  if (ctx.url === undefined || wantsJson(ctx.headers)) return
  const typed = names.flatMap((name) => {
    const value = ctx.form[name]
    return typeof value === 'string' && value.length <= MAX_LENGTH ? [[name, value] as const] : []
  })
  const claims = Object.fromEntries(typed)
  if (JSON.stringify(claims).length > MAX_FIELDS_LENGTH) return
  keepCookie(ctx.cookies, await rememberSealed(ctx, FIELDS_KEY, { claims }, LIFETIME))
}

/** Returns the remembered fields, once. */
export async function takeTypedFields(ctx: Context): Promise<Readonly<Record<string, string>> | undefined> {
  const sealed = await readSealed(ctx, FIELDS_KEY)
  await forgetSealed(ctx, FIELDS_KEY)
  return sealed?.claims as Record<string, string> | undefined
}
