import { generateRandomCodeVerifier, generateRandomNonce, type TokenEndpointResponse } from 'oauth4webapi'
import type { Context, Identity, SignInMethod } from '../contract/context.ts'
import type { RedirectResult, Result } from '../contract/result.ts'
import { authorizationUrl, usesFormPost } from '../oauth/authorization-url.ts'
import { backchannel } from '../oauth/backchannel.ts'
import { protocolFailure } from '../oauth/failure.ts'
import { redeem } from '../oauth/grant.ts'
import { identify } from '../oauth/identity.ts'
import { withPostedName } from '../oauth/posted-name.ts'
import { forward, redirectTarget } from '../oauth/redirect-proxy.ts'
import { authorizationEndpoint, serverOf } from '../oauth/server.ts'
import { isFirstResponse, remember, type Transaction, take } from '../oauth/transaction.ts'
import { fetchProfile } from '../oauth/userinfo.ts'
import type { ResolvedOAuthProvider } from '../types/oauth.ts'
import type { TokenSet } from '../types/token-set.ts'

/** Sign-in at a provider that speaks OAuth 2 or OpenID Connect, by the authorization code flow with `state`, PKCE and `nonce`. */
export const oauth: SignInMethod = { proof: 'transaction', steps: 2, begin, complete }

async function begin(ctx: Context, callbackUrl: string): Promise<Result> {
  const provider = ctx.provider as ResolvedOAuthProvider
  try {
    const server = await serverOf(ctx.auth, provider)
    const transaction: Transaction = {
      ...(await redirectTarget(ctx, provider)),
      provider: provider.id,
      codeVerifier: generateRandomCodeVerifier(),
      nonce: provider.usesNonce ? generateRandomNonce() : undefined,
      callbackUrl,
      startedBy: ctx.auth.adapter && (await ctx.auth.sessions.userId(ctx)),
    }
    const url = await authorizationUrl(ctx, authorizationEndpoint(server, provider), provider, transaction)
    await remember(ctx, transaction, usesFormPost(provider))
    ctx.auth.logger.debug('sign-in begins', {
      provider: provider.id,
      redirectUri: transaction.redirectUri,
      callbackUrl,
    })
    return { type: 'redirect', url }
  } catch (error) {
    throw protocolFailure(provider, error)
  }
}

async function complete(ctx: Context): Promise<Identity | RedirectResult> {
  const provider = ctx.provider as ResolvedOAuthProvider
  const response = authorizationResponseOf(ctx, provider)
  const elsewhere = await forward(ctx, provider, response)
  if (elsewhere !== undefined) return elsewhere
  const transaction = await take(ctx, response.get('state'))
  // A second click: the first one signs in, and this one goes to the same place.
  if (!(await isFirstResponse(ctx, transaction))) return { type: 'redirect', url: transaction.callbackUrl }
  try {
    const server = await serverOf(ctx.auth, provider)
    const grant = await redeem(ctx, provider, server, transaction, response)
    const tokens = tokenSet(grant.tokens, ctx.auth.now())
    const profile = withPostedName(ctx, provider, await fetchProfile(ctx, provider, server, grant, tokens))
    ctx.auth.logger.debug('profile received', { provider: provider.id, claims: Object.keys(profile) })
    return await identify(provider, profile, tokens, transaction, { fetch: backchannel(ctx.auth, provider) })
  } catch (error) {
    throw protocolFailure(provider, error)
  }
}

/** The parameters of the provider's answer, from where this provider puts them and from nowhere else. */
function authorizationResponseOf(ctx: Context, provider: ResolvedOAuthProvider): URLSearchParams {
  if (!usesFormPost(provider)) return ctx.query
  return new URLSearchParams(
    Object.entries(ctx.form).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

/** `expires_at` says in seconds since 1970 what `expires_in` says from now. */
function tokenSet(tokens: TokenEndpointResponse, now: number): TokenSet {
  const { expires_in, ...others } = tokens
  const expiry =
    expires_in === undefined ? {} : { expires_in, expires_at: Math.floor(now / 1000) + expires_in }
  // What a server adds of its own may have any shape; what the standard names was checked by `oauth4webapi`.
  return { ...others, ...expiry } as TokenSet
}
