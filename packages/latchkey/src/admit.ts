import type { Context, Identity, Result } from './contract.ts'
import { AccessDenied, AuthError, asError } from './errors.ts'
import { forgetReturnUrl } from './security/return-cookie.ts'
import { acceptReturnUrl } from './security/return-url.ts'

/** The one way in: asks the application whether it lets this person in, begins the session, tells the listeners, sends on. */
export async function admit(ctx: Context, identity: Identity): Promise<Result> {
  const verdict = await askApplication(ctx, identity)
  if (typeof verdict === 'string' && verdict !== '') return { kind: 'redirect', url: await acceptReturnUrl(ctx, verdict) }
  if (verdict !== true) {
    throw new AccessDenied(`The \`signIn\` callback did not let in somebody from "${identity.account.provider}": it gave no \`true\`.`)
  }
  await ctx.auth.sessions.begin(ctx, identity)
  const { user, account, profile, returnUrl } = identity
  await ctx.auth.events.signIn({ user, account, profile, isNewUser: false })
  forgetReturnUrl(ctx)
  return { kind: 'redirect', url: returnUrl }
}

/** `true`: in. Text: there first. Anything else is a no. */
async function askApplication(ctx: Context, { user, account, profile, credentials }: Identity): Promise<unknown> {
  const { signIn } = ctx.auth.callbacks
  if (signIn === undefined) return true
  try {
    return await signIn({ user, account, profile, credentials })
  } catch (error) {
    if (error instanceof AuthError) throw error
    const err = asError(error)
    throw new AccessDenied(err.message, { cause: { err } })
  }
}
