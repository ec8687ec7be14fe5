import {
  jwksCache,
  processUserInfoResponse,
  userInfoRequest,
  validateApplicationLevelSignature,
} from 'oauth4webapi'
import type { Context } from '../contract/context.ts'
import { isRecord, parseRecord } from '../records/record.ts'
import type { ResolvedOAuthProvider } from '../types/providers/oauth.ts'
import type { TokenSet } from '../types/token-set.ts'
import type { Profile } from '../types/user.ts'
import { backchannel, requestOptions } from './backchannel.ts'
import { toClient } from './client-auth.ts'
import { unexpectedResponse } from './failures/unexpected-response.ts'
import { usesFormPost } from './form-post.ts'
import type { Grant } from './grant.ts'
import type { Server } from './server.ts'

/**
 * Returns the user's profile at the provider: the ID token's claims, or the userinfo endpoint's
 * response.
 *
 * @throws any error of `oauth4webapi`
 */
export async function fetchProfile(
  ctx: Context<ResolvedOAuthProvider>,
  server: Server,
  grant: Grant,
  tokens: TokenSet,
): Promise<Profile> {
  const profile = await requestProfile(ctx, server, grant, tokens)
  return usesFormPost(ctx.provider) ? withPostedName(ctx, profile) : profile
}

async function requestProfile(
  ctx: Context<ResolvedOAuthProvider>,
  server: Server,
  grant: Grant,
  tokens: TokenSet,
): Promise<Profile> {
  const { provider } = ctx
  if (provider.type === 'oidc')
    return provider.readsIdToken && grant.claims ? grant.claims : oidcUserinfo(ctx, server, grant)
  const { request } = provider.userinfo
  if (request === undefined) return oauthUserinfo(ctx, server, grant)
  return (await request({ tokens, provider, fetch: backchannel(ctx.auth, provider) })) as Profile
}

/** @see https://openid.net/specs/openid-connect-core-1_0.html#UserInfo */
async function oidcUserinfo(
  { auth, provider }: Context<ResolvedOAuthProvider>,
  { metadata, jwks }: Server,
  { tokens, claims }: Grant,
): Promise<Profile> {
  const client = toClient(provider)
  const options = requestOptions(auth, provider)
  const response = await userInfoRequest(metadata, client, tokens.access_token, options)
  // The subject must equal the ID token's. Otherwise the response could be about another user.
  const profile = (await processUserInfoResponse(metadata, client, claims?.sub ?? '', response)) as Profile
  if (client.userinfo_signed_response_alg !== undefined) {
    await validateApplicationLevelSignature(metadata, response, { ...options, [jwksCache]: jwks })
  }
  return profile
}

async function oauthUserinfo(
  { auth, provider }: Context<ResolvedOAuthProvider>,
  { metadata }: Server,
  { tokens }: Grant,
): Promise<Profile> {
  const headers = new Headers({ 'user-agent': 'latchkey' })
  const options = { ...requestOptions(auth, provider), headers }
  const response = await userInfoRequest(metadata, toClient(provider), tokens.access_token, options)
  if (!response.ok) throw unexpectedResponse(provider, response)
  const profile: unknown = await response.json()
  if (isRecord(profile)) return profile
  throw new Error(`The "${provider.id}" userinfo endpoint did not respond with a JSON object.`)
}

/**
 * Adds, as `user.name`, the name that Apple posts at the first sign-in and puts into no token. The
 * field is not signed, and the browser's owner can change it: only the name is taken from it, never
 * the address.
 *
 * @see https://developer.apple.com/documentation/signinwithapple/incorporating-sign-in-with-apple-into-other-platforms
 */
function withPostedName({ form }: Context, profile: Profile): Profile {
  if (profile.user !== undefined) return profile
  const { name } = (typeof form.user === 'string' && parseRecord(form.user)) || {}
  const parts = Object.entries(isRecord(name) ? name : {}).filter(([, part]) => typeof part === 'string')
  return parts.length === 0 ? profile : { ...profile, user: { name: Object.fromEntries(parts) } }
}
