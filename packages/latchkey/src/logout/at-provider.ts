import type { Context, ResolvedAuth } from '../contract/context.ts'
import { isOAuthProvider } from '../contract/providers.ts'
import { SignOutError } from '../errors/provider.ts'
import { namedPageUrl } from '../http/endpoint-url.ts'
import { forgetProviderTokens, type ProviderCookie, readProviderTokens } from '../tokens/provider-cookie.ts'
import { logFailure } from '../tokens/provider-failure.ts'
import { revokeTokens } from '../tokens/revoke.ts'
import type { ResolvedOAuthProvider } from '../types/providers/oauth.ts'
import type { TokenSet } from '../types/token-set.ts'
import { providerSignOutUrl } from './rp-initiated.ts'

/**
 * Ends what began with the sign-in at the provider, after the application's session has ended:
 * revokes the tokens, and returns the URL at which the user signs out. Returns `undefined` if the
 * sign-out is complete. Never rejects because of the provider or the database.
 *
 * @param callbackUrl where the user goes afterwards; validated
 * @param userId the user whose session has ended, if that is known
 */
export async function signOutAtProvider(
  ctx: Context,
  callbackUrl: string,
  userId?: string,
): Promise<string | undefined> {
  const wanted = choiceIn(ctx)
  const kept = await tokensKeptFor(ctx, userId)
  forgetProviderTokens(ctx)
  const provider = kept && ctx.providers.get(kept.provider)
  const isKnown = isOAuthProvider(provider) && (provider.logout || kept?.idToken !== undefined)
  if (wanted === true && !isKnown) warnOfUnknownProvider(ctx.auth)
  if (kept === undefined || !isOAuthProvider(provider)) return undefined
  const signsOut = isKnown && (wanted ?? provider.logout)
  const [url] = await Promise.all([
    signsOut ? providerSignOutUrl(ctx, { provider, idToken: kept.idToken, callbackUrl }) : undefined,
    revokeKeptTokens(ctx.auth, provider, kept, signsOut),
  ])
  return url
}

/**
 * Signs out at the provider even though the session ended only in this browser. Returns the
 * failure. Its `continueAt` shows the failure to the user after the return.
 */
export async function signOutAfterFailure(ctx: Context, failure: unknown): Promise<unknown> {
  if (!(failure instanceof SignOutError)) return failure
  const continueAt = await signOutAtProvider(ctx, namedPageUrl(ctx, 'error', { error: failure.type }))
  return Object.assign(failure, continueAt !== undefined && { continueAt })
}

/** Ignores what the browser keeps of another user. */
async function tokensKeptFor(ctx: Context, userId: string | undefined): Promise<ProviderCookie | undefined> {
  const kept = await readProviderTokens(ctx)
  return userId === undefined || kept?.userId === userId ? kept : undefined
}

/** Returns what the sign-out says about the provider: a form says it as text. */
function choiceIn({ form: { provider } }: Context): boolean | undefined {
  if (provider === true || provider === 'true') return true
  return provider === false || provider === 'false' ? false : undefined
}

/** @param signsOut whether the session at the provider also ends */
async function revokeKeptTokens(
  auth: ResolvedAuth,
  provider: ResolvedOAuthProvider,
  kept: ProviderCookie,
  signsOut: boolean,
): Promise<void> {
  let tokens: TokenSet = kept.tokens ?? {}
  // That would also end the access of the user's other sessions.
  const isKept = provider.revocation?.endsGrant === true
  try {
    if (kept.tokens !== undefined)
      await (await import('../tokens/latest.ts')).takeRefreshedTokens(
        auth,
        kept,
        (latest) => (tokens = latest),
      )
    if (signsOut && !isKept && auth.adapter !== undefined)
      tokens = {
        ...tokens,
        ...(await (await import('../tokens/take-from-row.ts')).takeRowTokens(auth, kept)),
      }
  } catch (thrown) {
    await logFailure(auth, { provider, what: 'The tokens could not be revoked', thrown })
  }
  if (!isKept) await revokeTokens(auth, provider, tokens)
}

function warnOfUnknownProvider({ warnOnce }: ResolvedAuth): void {
  warnOnce(
    'no-provider-sign-out',
    "A sign-out with `provider: true` ended only the application's session, because it did not begin " +
      "at a provider with `logout: true`. Set `logout: true` in the provider's options.",
  )
}
