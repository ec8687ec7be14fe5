import type { Context, Identity } from '../contract/context.ts'
import type { Result } from '../contract/result.ts'
import { pageUrl } from '../http/endpoint-url.ts'
import { forgetCallbackUrl } from '../security/callback-url.ts'
import { findUserOfAccount, resolveUser } from './accounts.ts'
import { callSignInCallback } from './sign-in-callback.ts'

/** The one way in: asks the application, finds out whose account it is, begins the session, tells the listeners, sends on. */
export async function admit(ctx: Context, identity: Identity): Promise<Result> {
  const { account, profile, credentials, callbackUrl } = identity
  const existingUser = await findUserOfAccount(ctx, identity)
  const elsewhere = await callSignInCallback(ctx, {
    user: existingUser ?? identity.user,
    account,
    profile,
    credentials,
  })
  if (elsewhere !== undefined) return elsewhere
  const { user, isNewUser } = await resolveUser(ctx, identity, existingUser)
  await ctx.auth.sessions.begin(ctx, { user, account, profile, isNewUser })
  await ctx.auth.events.signIn({ user, account, profile, isNewUser })
  forgetCallbackUrl(ctx)
  return { type: 'redirect', url: isNewUser ? newUserUrl(ctx, callbackUrl) : callbackUrl }
}

/** Who signs in for the first time may be shown around first. */
function newUserUrl({ auth, base }: Context, callbackUrl: string): string {
  return auth.pages.newUser ? pageUrl(base, auth.pages.newUser, { callbackUrl }) : callbackUrl
}
