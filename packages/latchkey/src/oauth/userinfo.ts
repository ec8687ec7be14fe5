import {
  jwksCache,
  processUserInfoResponse,
  userInfoRequest,
  validateApplicationLevelSignature,
} from 'oauth4webapi'
import type { Context } from '../contract/context.ts'
import type { ResolvedOAuthProvider } from '../types/oauth.ts'
import type { TokenSet } from '../types/token-set.ts'
import type { Profile } from '../types/user.ts'
import { backchannel } from './backchannel.ts'
import { clientOf } from './client.ts'
import type { Grant } from './grant.ts'
import { requestOptions } from './request-options.ts'
import type { Server } from './server.ts'

/** What the provider tells about the person: the ID token's claims, or what its userinfo endpoint says. */
export async function fetchProfile(
  ctx: Context,
  provider: ResolvedOAuthProvider,
  server: Server,
  grant: Grant,
  tokens: TokenSet,
): Promise<Profile> {
  if (provider.type === 'oidc')
    return provider.readsIdToken && grant.claims ? grant.claims : oidcUserinfo(ctx, provider, server, grant)
  const { request } = provider.userinfo
  if (request === undefined) return oauthUserinfo(ctx, provider, server, grant)
  return (await request({ tokens, provider, fetch: backchannel(ctx.auth, provider) })) as Profile
}

/** @see https://openid.net/specs/openid-connect-core-1_0.html#UserInfo */
async function oidcUserinfo(
  ctx: Context,
  provider: ResolvedOAuthProvider,
  { metadata, jwks }: Server,
  { tokens, claims }: Grant,
): Promise<Profile> {
  const client = clientOf(provider)
  const options = requestOptions(ctx.auth, provider)
  const response = await userInfoRequest(metadata, client, tokens.access_token, options)
  // The subject must be that of the ID token: else the answer could be about somebody else.
  const profile = (await processUserInfoResponse(metadata, client, claims?.sub ?? '', response)) as Profile
  if (client.userinfo_signed_response_alg !== undefined) {
    await validateApplicationLevelSignature(metadata, response, { ...options, [jwksCache]: jwks })
  }
  return profile
}

async function oauthUserinfo(
  ctx: Context,
  provider: ResolvedOAuthProvider,
  { metadata }: Server,
  { tokens }: Grant,
): Promise<Profile> {
  const headers = new Headers({ 'user-agent': 'latchkey' })
  const response = await userInfoRequest(metadata, clientOf(provider), tokens.access_token, {
    ...requestOptions(ctx.auth, provider),
    headers,
  })
  if (!response.ok)
    throw new Error(`The userinfo endpoint of "${provider.id}" answered with status ${response.status}.`)
  const profile: unknown = await response.json()
  if (typeof profile === 'object' && profile !== null && !Array.isArray(profile)) return profile as Profile
  throw new Error(`The userinfo endpoint of "${provider.id}" did not answer with a JSON object.`)
}
