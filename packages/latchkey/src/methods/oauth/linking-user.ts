import type { Context } from '../../contract/context.ts'
import type { RedirectResult } from '../../contract/result.ts'
import { MissingAdapter } from '../../errors.ts'
import { namedPageUrl } from '../../http/endpoint-url.ts'

/** The sign-in was to link an account, and no user is signed in. */
export const SIGNED_OUT: unique symbol = Symbol('signed out')

/**
 * Returns the id of the user to whom a sign-in links its account: the user who is signed in, if the
 * form or the configuration says so.
 *
 * @throws {MissingAdapter} if the form says so and there is no database
 */
export async function linkingUser({
  auth,
  form,
  ...ctx
}: Context): Promise<string | typeof SIGNED_OUT | undefined> {
  const isAsked = String(form.link) === 'true'
  if (isAsked && auth.adapter === undefined)
    throw new MissingAdapter('A sign-in with `link: true` links an account to a user. Set `adapter`.')
  if (auth.adapter === undefined || (auth.linking === 'explicit' && !isAsked)) return undefined
  const userId = await auth.sessions.userId({ auth, ...ctx })
  return isAsked ? (userId ?? SIGNED_OUT) : userId
}

/** Leads to the sign-in page, and from there back to where the account was to be linked. */
export function askToSignIn(ctx: Context, callbackUrl: string): RedirectResult {
  return { type: 'redirect', url: namedPageUrl(ctx, 'signIn', { callbackUrl, error: 'SessionRequired' }) }
}
