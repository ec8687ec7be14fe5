import type { Context } from '../contract/context.ts'
import type { RedirectResult } from '../contract/result.ts'
import { AuthError, asError } from '../errors/auth-error.ts'
import { AccessDenied } from '../errors/sign-in.ts'
import { acceptCallbackUrl } from '../security/callback-url.ts'
import type { SignInCallbackParams } from '../types/callbacks.ts'

/**
 * Calls the application's `signIn` callback. `true` allows the sign-in, a string redirects,
 * anything else denies it.
 *
 * @returns the redirect, or `undefined` if the sign-in is allowed
 * @throws {AccessDenied} if it is denied, or the callback threw
 */
export async function callSignInCallback(
  ctx: Context,
  params: SignInCallbackParams,
): Promise<RedirectResult | undefined> {
  const verdict = await callCallback(ctx, params)
  if (verdict === true) return undefined
  if (typeof verdict === 'string' && verdict !== '')
    return { type: 'redirect', url: await acceptCallbackUrl(ctx, verdict) }
  throw new AccessDenied(
    `The \`signIn\` callback denied a sign-in with "${params.account?.provider}": ` +
      'it did not return `true`.',
  )
}

async function callCallback({ auth }: Context, params: SignInCallbackParams): Promise<unknown> {
  const { signIn } = auth.callbacks
  if (signIn === undefined) return true
  try {
    return await signIn(params)
  } catch (error) {
    // Before an e-mail is sent, existing applications look for their error in `cause.err`.
    if (error instanceof AuthError && !params.email?.verificationRequest) throw error
    const err = asError(error)
    throw new AccessDenied(err.message || err.name, { cause: { err } })
  }
}
