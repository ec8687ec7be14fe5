import { loadOnce } from '../async/awaitable.ts'
import type { Context } from '../contract/context.ts'
import { isOAuthProvider, isPasswordProvider } from '../contract/providers.ts'
import type { RedirectResult } from '../contract/result.ts'
import type { Admission, Identity, NewSession } from '../contract/sign-in.ts'
import { hasChunked } from '../http/cookies/chunks.ts'
import { pageUrl } from '../http/endpoint-url.ts'
import { forgetCallbackUrl } from '../security/callback-url.ts'
import { emitSecurity } from '../security-events/emit.ts'
import type { SignedInUser } from './email-user.ts'
import { wasRemoved } from './remove-access.ts'
import { hasVerifiedAddress } from './verified-address.ts'

/**
 * Starts the session of an admitted user, emits the event and redirects the browser.
 *
 * @param recheck throws if the user may no longer sign in. The session then ends
 */
export async function startSession(
  ctx: Context,
  admission: Admission,
  recheck?: () => Promise<void>,
): Promise<RedirectResult> {
  const { identity, user, isNewUser, facts } = admission
  const { account, profile, callbackUrl } = identity
  const isContinued = identity.startedBy === String(user.id) && acceptsLogoutTokens(ctx)
  const isStored = isPasswordProvider(ctx.providers.get(account.provider))
  const admitted = { user, account, profile, isNewUser, isStored, isContinued, facts }
  const listing = ctx.auth.session.keepsFacts && (await (await lists()).prepareListing(ctx, admission))
  const session = await ctx.auth.sessions.begin(ctx, admitted)
  if (session !== undefined && (listing || recheck))
    await listAndRecheck(session, listing, recheck).catch(async (error: unknown) => {
      await ctx.auth.sessions.endById(ctx.auth, session.sessionId)
      throw error
    })
  if (session !== undefined && isNoted(ctx))
    await (await import('./note-provider-session.ts')).noteProviderSession(ctx, identity, session)
  if (await mayHaveEnded(ctx, identity, user))
    await (await import('./ended-access.ts')).refuseEndedAccess(ctx, identity, String(user.id))
  await ctx.auth.events.signIn({ user, account, profile, isNewUser })
  const known = { userId: String(user.id), provider: account.provider, isNewUser }
  await emitSecurity(ctx, { type: 'signedIn', ...known, amr: facts?.amr ?? [] })
  if ((await ctx.auth.theme()).lastUsed)
    await (await import('../security/last-used.ts')).rememberLastUsed(ctx, account.provider)
  forgetCallbackUrl(ctx)
  return { type: 'redirect', url: isNewUser ? newUserUrl(ctx, callbackUrl) : callbackUrl }
}

const lists = loadOnce(() => import('./list-session.ts'))

/** Adds a new session to the list of the user's sessions, and checks the user again. */
async function listAndRecheck(
  session: NewSession,
  list: ((session: NewSession) => Promise<void>) | false,
  recheck?: () => Promise<void>,
): Promise<void> {
  if (list) await list(session)
  await recheck?.()
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
  { account: { type }, hasAccount }: Identity,
  user: SignedInUser['user'],
): Promise<boolean> {
  if (type === 'credentials' || (type === 'email' && !hasAccount) || auth.adapter === undefined) return false
  if (auth.unverifiedAccounts === 'remove' && !hasVerifiedAddress(user)) return true
  return wasRemoved(auth, String(user.id))
}

/** Returns the page for new users, if the application has one. */
function newUserUrl({ auth, base }: Context, callbackUrl: string): string {
  return auth.pages.newUser ? pageUrl(base, auth.pages.newUser, { callbackUrl }) : callbackUrl
}
