import { processRefreshTokenResponse, refreshTokenGrantRequest } from 'oauth4webapi'
import { withinTimeLimit } from '../async/bounded-call.ts'
import type { ResolvedAuth } from '../contract/context.ts'
import { requestOptions } from '../oauth/backchannel.ts'
import { createClientAuth, toClient } from '../oauth/client-auth.ts'
import { explain } from '../oauth/failures/explained.ts'
import { compareUser } from '../oauth/id-token-user.ts'
import { resolveServer } from '../oauth/server.ts'
import { recognizedTokenTypes, standardResponse, withoutIdToken } from '../oauth/token-response.ts'
import { tokenSet } from '../oauth/token-set.ts'
import type { ResolvedOAuthProvider } from '../types/providers/oauth.ts'
import type { TokenSet } from '../types/token-set.ts'
import { type RefreshFailure, refreshFailure, refuseOtherUser } from './refresh-failure.ts'
import type { StoredTokens } from './source.ts'

/** The outcome of a refresh. It can be passed to another process as JSON. */
export type RefreshOutcome = { readonly tokens: TokenSet } | RefreshFailure

type RefreshableTokens = Pick<StoredTokens, 'idToken' | 'lifetime'> & { readonly refreshToken: string }

/**
 * Requests new tokens from the provider within one time limit, which includes discovering its
 * endpoints. Never rejects.
 *
 * @returns tokens with `expires_at`. Without a new refresh token, they contain the old one. They
 *   contain an ID token only if it is known to be for the same user as the previous one
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-6
 * @see https://openid.net/specs/openid-connect-core-1_0.html#RefreshTokens
 */
export async function requestRefresh(
  auth: ResolvedAuth,
  provider: ResolvedOAuthProvider,
  current: RefreshableTokens,
): Promise<RefreshOutcome> {
  try {
    return await withinTimeLimit(auth.timeouts.oauth, (limit) => refresh(auth, provider, current, limit))
  } catch (error) {
    await explain(provider, error)
    return refreshFailure(provider, error, [current.refreshToken])
  }
}

async function refresh(
  auth: ResolvedAuth,
  provider: ResolvedOAuthProvider,
  { refreshToken, idToken, lifetime }: RefreshableTokens,
  signal: AbortSignal,
): Promise<RefreshOutcome> {
  const { metadata } = await resolveServer(auth, provider)
  const { form, url: token_endpoint = metadata.token_endpoint } = provider.refresh ?? {}
  const server = { ...metadata, ...(token_endpoint !== undefined && { token_endpoint }) }
  const client = toClient(provider)
  const options = { ...requestOptions(auth, provider), signal }
  const clientAuth = createClientAuth(provider, provider.token.form, form)
  const sent = await refreshTokenGrantRequest(server, client, clientAuth, refreshToken, options)
  // The provider may have used up the refresh token. Its new tokens must not be lost because of the
  // ID token, which is checked separately.
  const { response, idToken: newIdToken } = await withoutIdToken(await standardResponse(provider, sent))
  const { id_token: _, ...received } = tokenSet(
    await processRefreshTokenResponse(server, client, response, { recognizedTokenTypes }),
    { expires_in: provider.accessTokenLifetime ?? lifetime },
    auth.now(),
  )
  const user = compareUser(newIdToken, idToken)
  if (user === 'other') return refuseOtherUser(auth, provider)
  return {
    tokens: {
      ...received,
      refresh_token: received.refresh_token ?? refreshToken,
      ...(user === 'same' && { id_token: newIdToken }),
    },
  }
}
