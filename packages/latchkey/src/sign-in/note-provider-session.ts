import type { Context } from '../contract/context.ts'
import { isOAuthProvider } from '../contract/providers.ts'
import type { Identity, NewSession } from '../contract/sign-in.ts'
import { withoutUndefined } from '../records/record.ts'
import {
  forgetProviderTokens,
  keepProviderTokens,
  type ProviderCookie,
  readProviderTokens,
} from '../tokens/provider-cookie.ts'

/**
 * Keeps what the provider sent for the session: the tokens, if there is no database, the ID token
 * for signing out at the provider, and the provider's names for the session, by which it ends the
 * session. Drops what belonged to this browser's previous session, unless its user continues with
 * another account.
 */
export async function noteProviderSession(
  ctx: Context,
  identity: Identity,
  session: NewSession,
): Promise<void> {
  const { provider } = ctx
  if (isOAuthProvider(provider) && provider.backchannelLogout)
    await (await import('./tracked-session.ts')).trackNewSession(ctx, provider, identity, session)
  const kept = keptTokens(ctx, identity, session.userId)
  for (const part of kept === undefined ? [] : inOrderOfPreference(kept))
    if (await keepProviderTokens(ctx, part)) return
  if (!(await isContinued(ctx, identity, session))) forgetProviderTokens(ctx)
}

/**
 * Returns whether the user was already signed in, and has only linked or used another account: the
 * user is still signed in at the first account's provider.
 */
async function isContinued(ctx: Context, { startedBy }: Identity, { userId }: NewSession): Promise<boolean> {
  return startedBy === userId && (await readProviderTokens(ctx))?.userId === userId
}

/**
 * Returns what to keep. If everything is too long for cookies, that is what a sign-out at the
 * provider needs, or else the minimum that it can work with.
 */
function inOrderOfPreference(kept: ProviderCookie): ProviderCookie[] {
  const { tokens: _, ...forSignOut } = kept
  const { idToken, ...session } = forSignOut
  return idToken === undefined ? [kept] : [kept, ...(kept.tokens ? [forSignOut] : []), session]
}

function keptTokens(
  { auth, provider }: Context,
  { account, storedTokens = {} }: Identity,
  userId: string,
): ProviderCookie | undefined {
  if (!isOAuthProvider(provider)) return undefined
  const idToken = provider.logout ? account.id_token : undefined
  if (idToken === undefined && !provider.logout && !auth.keepsTokensInCookie) return undefined
  const { access_token, refresh_token, expires_at, scope } = storedTokens
  // A refresh may not say how long its token is valid.
  const expires_in = expires_at === undefined ? undefined : account.expires_in
  const tokens = withoutUndefined({ access_token, refresh_token, expires_at, expires_in, scope })
  return {
    userId,
    provider: provider.id,
    providerAccountId: account.providerAccountId,
    ...(idToken !== undefined && { idToken }),
    ...(auth.keepsTokensInCookie && { tokens }),
  }
}
