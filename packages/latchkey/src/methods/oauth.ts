import { generateRandomCodeVerifier, generateRandomNonce } from 'oauth4webapi'
import { withinTimeLimit } from '../async/bounded-call.ts'
import type { Context, SignInMethod } from '../contract/context.ts'
import type { RedirectResult, Result } from '../contract/result.ts'
import type { Identity } from '../contract/sign-in.ts'
import { formParameters } from '../http/body.ts'
import { namedPageUrl } from '../http/endpoint-url.ts'
import { readAuthTime, readWithin } from '../oauth/auth-time.ts'
import { authorizationUrl, requestedScope } from '../oauth/authorization-url.ts'
import { explain } from '../oauth/failures/explained.ts'
import { protocolFailure } from '../oauth/failures/failure.ts'
import { usesFormPost } from '../oauth/form-post.ts'
import { redeem } from '../oauth/grant.ts'
import { identify } from '../oauth/identity.ts'
import { forward, redirectTarget } from '../oauth/redirect-proxy.ts'
import { authorizationEndpoint, resolveServer } from '../oauth/server.ts'
import { tokenSet } from '../oauth/token-set.ts'
import { isFirstResponse, remember, type Transaction, take } from '../oauth/transaction.ts'
import { fetchProfile } from '../oauth/userinfo.ts'
import { requireSameHost } from '../security/missing-cookie.ts'
import type { ResolvedOAuthProvider } from '../types/providers/oauth.ts'
import { linkingUser } from './oauth/linking-user.ts'

/** A sign-in may take as long as this many requests that reach their time limit. */
const MAX_TIMEOUTS = 3

/**
 * Signs in with OAuth 2 or OpenID Connect: the authorization code flow with `state`, PKCE and
 * `nonce`.
 */
export const oauth: SignInMethod<ResolvedOAuthProvider> = { proof: 'transaction', steps: 2, begin, complete }

async function begin(ctx: Context<ResolvedOAuthProvider>, callbackUrl: string): Promise<Result> {
  const { auth, provider } = ctx
  requireSameHost(ctx, ctx.base.origin)
  const startedBy = await linkingUser(ctx)
  // Otherwise the sign-in would sign in another user, or create one.
  if (startedBy === null)
    return { type: 'redirect', url: namedPageUrl(ctx, 'signIn', { callbackUrl, error: 'SessionRequired' }) }
  try {
    const server = await resolveServer(auth, provider)
    const transaction: Transaction = {
      ...(await redirectTarget(ctx)),
      provider: provider.id,
      codeVerifier: generateRandomCodeVerifier(),
      nonce: provider.usesNonce ? generateRandomNonce() : undefined,
      callbackUrl,
      startedBy,
      within: await readWithin(ctx),
    }
    const url = await authorizationUrl(ctx, authorizationEndpoint(server, provider), transaction)
    // With a form that another site posts, a browser sends no other cookie.
    const requested = { ...transaction, scope: requestedScope(url) }
    await remember(ctx, requested, usesFormPost(provider) ? { sameSite: 'none', secure: true } : {})
    const { redirectUri } = transaction
    auth.logger.debug('sign-in started', { provider: provider.id, redirectUri, callbackUrl })
    return { type: 'redirect', url }
  } catch (error) {
    await explain(provider, error)
    throw protocolFailure(provider, error)
  }
}

async function complete(ctx: Context<ResolvedOAuthProvider>): Promise<Identity | RedirectResult> {
  const { auth, provider } = ctx
  const response = readAuthorizationResponse(ctx)
  const elsewhere = provider.redirectProxyUrl && (await forward(ctx, response))
  if (elsewhere) return elsewhere
  const transaction = await take(ctx, response)
  // A second click: the first one signs in, and this one leads to the same page.
  if (!(await isFirstResponse(ctx, transaction))) return { type: 'redirect', url: transaction.callbackUrl }
  const secrets: (string | undefined)[] = [response.get('code') ?? undefined, transaction.codeVerifier]
  try {
    // Also limits provider functions that send their own requests.
    return await withinTimeLimit(auth.timeouts.oauth * MAX_TIMEOUTS, async () => {
      const server = await resolveServer(auth, provider)
      const requestedAt = auth.now()
      const grant = await redeem(ctx, server, transaction, response)
      const known = { scope: transaction.scope, expires_in: provider.accessTokenLifetime }
      const tokens = tokenSet(grant.tokens, known, auth.now())
      secrets.push(tokens.access_token, tokens.refresh_token, tokens.id_token)
      const profile = await fetchProfile(ctx, server, grant, tokens)
      const authTime = await readAuthTime(ctx, transaction.within, grant.claims)
      auth.logger.debug('profile received', { provider: provider.id, claims: Object.keys(profile) })
      return {
        ...(await identify(ctx, profile, tokens, transaction)),
        idToken: { claims: grant.claims, requestedAt },
        ...(authTime !== undefined && { authTime }),
      }
    })
  } catch (error) {
    await explain(provider, error)
    throw protocolFailure(provider, error, { redirectUri: transaction.redirectUri, secrets })
  }
}

/** Returns the provider's response parameters, only from where this provider sends them. */
function readAuthorizationResponse({
  provider,
  query,
  form,
}: Context<ResolvedOAuthProvider>): URLSearchParams {
  return usesFormPost(provider) ? formParameters(form) : query
}
