import type { Context } from '../contract/context.ts'
import { isOAuthProvider } from '../contract/providers.ts'
import type { Result } from '../contract/result.ts'
import type { Identity } from '../contract/sign-in.ts'
import { hasChunked } from '../http/cookies/chunks.ts'
import { pageUrl } from '../http/endpoint-url.ts'
import { forgetCallbackUrl } from '../security/callback-url.ts'
import { findAccountOwner, resolveUser } from './accounts.ts'
import type { SignedInUser } from './email-user.ts'
import { wasRemoved } from './remove-access.ts'
import { callSignInCallback } from './sign-in-callback.ts'
import { hasVerifiedAddress } from './verified-address.ts'

/**
 * Signs a user in. Every sign-in method ends here: calls the `signIn` callback, finds or creates
 * the user, starts the session, emits the events and redirects the browser.
 */
export async function admit(ctx: Context, identity: Identity): Promise<Result> {
  const { account, profile, credentials, callbackUrl } = identity
  const owner = await findAccountOwner(ctx, identity)
  const params = { user: owner ?? identity.user, account, profile, credentials }
  const elsewhere = await callSignInCallback(ctx, params)
  if (elsewhere !== undefined) return elsewhere
  const { user, isNewUser } = await resolveUser(ctx, identity, owner)
  const isContinued = identity.startedBy === String(user.id) && acceptsLogoutTokens(ctx)
  const session = await ctx.auth.sessions.begin(ctx, { user, account, profile, isNewUser, isContinued })
  if (session !== undefined && isNoted(ctx))
    await (await import('./note-provider-session.ts')).noteProviderSession(ctx, identity, session)
  if (await mayHaveEnded(ctx, identity, user))
    await (await import('./ended-access.ts')).refuseEndedAccess(ctx, identity, String(user.id))
  await ctx.auth.events.signIn({ user, account, profile, isNewUser })
  forgetCallbackUrl(ctx)
  return { type: 'redirect', url: isNewUser ? newUserUrl(ctx, callbackUrl) : callbackUrl }
}

/** Returns whether the session, or the previous one, has data from the provider. */
function isNoted({ auth, base, cookies, provider }: Context): boolean {
  if (auth.keepsTokensInCookie || hasChunked(cookies, base.cookies.providerTokens.name)) return true
  return isOAuthProvider(provider) && Boolean(provider.logout || provider.backchannelLogout)
}

function acceptsLogoutTokens({ providers }: Context): boolean {
  return [...providers.values()].some((each) => isOAuthProvider(each) && each.backchannelLogout)
}

/**
 * Returns whether this access may have been removed in the meantime: by the application, or by an
 * e-mail link that verified the address.
 */
async function mayHaveEnded(
  { auth }: Context,
  { account: { type } }: Identity,
  user: SignedInUser['user'],
): Promise<boolean> {
  if (type === 'credentials' || type === 'email' || auth.adapter === undefined) return false
  if (auth.unverifiedAccounts === 'remove' && !hasVerifiedAddress(user)) return true
  return wasRemoved(auth, String(user.id))
}

/** Returns the page for new users, if the application has one. */
function newUserUrl({ auth, base }: Context, callbackUrl: string): string {
  return auth.pages.newUser ? pageUrl(base, auth.pages.newUser, { callbackUrl }) : callbackUrl
}
