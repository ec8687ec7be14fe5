import type { Context } from '../contract/context.ts'
import type { RedirectResult } from '../contract/result.ts'
import { AccessDenied, AuthError, asError } from '../errors.ts'
import { acceptCallbackUrl } from '../security/callback-url.ts'
import type { SignInCallbackParams } from '../types/callbacks.ts'

/**
 * Asks the application's `signIn` callback whether somebody may come in. `true` lets in, text sends elsewhere first, anything else is a no.
 *
 * @returns where to send them instead; nothing when they may come in
 * @throws {AccessDenied}
 */
export async function callSignInCallback(
  ctx: Context,
  params: SignInCallbackParams,
): Promise<RedirectResult | undefined> {
  const verdict = await verdictOf(ctx, params)
  if (verdict === true) return undefined
  if (typeof verdict === 'string' && verdict !== '')
    return { type: 'redirect', url: await acceptCallbackUrl(ctx, verdict) }
  throw new AccessDenied(
    `The \`signIn\` callback did not let in somebody from "${params.account?.provider}": it gave no \`true\`.`,
  )
}

async function verdictOf(ctx: Context, params: SignInCallbackParams): Promise<unknown> {
  const { signIn } = ctx.auth.callbacks
  if (signIn === undefined) return true
  try {
    return await signIn(params)
  } catch (error) {
    if (error instanceof AuthError) throw error
    const err = asError(error)
    throw new AccessDenied(err.message, { cause: { err } })
  }
}
