import { processRevocationResponse, revocationRequest } from 'oauth4webapi'
import type { ResolvedAuth } from '../contract/context.ts'
import { backchannel, mayBeCalled, requestOptions } from '../oauth/backchannel.ts'
import { clientAuthOf, clientOf } from '../oauth/client-auth.ts'
import { protocolFailure } from '../oauth/failure.ts'
import { serverOf } from '../oauth/server.ts'
import type { ResolvedOAuthProvider } from '../types/oauth.ts'

/** The tokens of an account, as the provider issued them. */
export interface RevocableTokens {
  readonly access_token?: string | undefined
  readonly refresh_token?: string | undefined
}

/**
 * Revokes tokens at their provider, if it has an endpoint for that: the refresh token first, because
 * many providers then revoke the access token, too. A failure is only logged.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7009
 */
export async function revokeTokens(
  auth: ResolvedAuth,
  provider: ResolvedOAuthProvider,
  { refresh_token: refreshToken, access_token: accessToken }: RevocableTokens,
): Promise<void> {
  if (provider.revocation === undefined) return
  try {
    if (refreshToken) await revoke(auth, provider, refreshToken, 'refresh_token')
    if (accessToken) await revoke(auth, provider, accessToken, 'access_token')
  } catch (error) {
    auth.logger.error(protocolFailure(provider, error))
  }
}

async function revoke(
  auth: ResolvedAuth,
  provider: ResolvedOAuthProvider,
  token: string,
  type: 'access_token' | 'refresh_token',
): Promise<void> {
  const { clientId, clientSecret, revocation } = provider
  if (revocation?.request !== undefined) {
    const fetch = backchannel(auth, provider)
    return processRevocationResponse(await revocation.request({ token, type, clientId, clientSecret, fetch }))
  }
  const { metadata } = await serverOf(auth, provider)
  const endpoint = revocation?.url ?? metadata.revocation_endpoint
  if (endpoint === undefined || !mayBeCalled(provider, new URL(endpoint))) return
  const response = await revocationRequest(
    { ...metadata, revocation_endpoint: endpoint },
    clientOf(provider),
    clientAuthOf(provider),
    token,
    { ...requestOptions(auth, provider), additionalParameters: { token_type_hint: type } },
  )
  await processRevocationResponse(response)
}
