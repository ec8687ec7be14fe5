import type { OAuth2Config, OAuthUserConfig, UserinfoRequest } from '../types/providers/oauth.ts'
import type { RevocationRequest } from '../types/providers/oauth-endpoints.ts'

export type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

/**
 * @see https://id.vk.ru/about/business/go/docs/ru/vkid/latest/vk-id/connection/api-integration/api-description
 */
export interface VKProfile {
  user: {
    user_id: string
    first_name: string
    last_name: string
    avatar?: string
    /** Sent only with the scope `email`, and only if the user has an address. */
    email?: string
  }
}

/** @deprecated Use {@link VKProfile}. */
export type VkProfile = VKProfile

/**
 * Returns the VK ID provider.
 *
 * Set `AUTH_VK_ID` to your application's client ID. There is no client secret: PKCE protects the
 * sign-in.
 *
 * Create the application:
 * 1. In the VK ID console, open your applications and choose to add one.
 * 2. Enter a name, and select the platform **Web**.
 * 3. Enter your site's base domain, and add the callback URL to the trusted redirect URLs.
 * 4. In the application settings, allow access to the e-mail address.
 * 5. Copy the application ID.
 *
 * Scopes: `vkid.personal_info` reads the name and the picture, `email` the e-mail address. To read
 * the phone number too, add `phone`.
 *
 * E-mail address: The address is missing if the account has none. VK does not report whether an
 * address is verified.
 *
 * Limits:
 * - You need a business profile that VK Business ID has confirmed.
 * - Callback URLs with `localhost` must use port 80 or 443.
 * - A refresh needs the sign-in's device ID, which Latchkey does not keep with the tokens. So it
 *   does not refresh tokens.
 *
 * Register the application with VK ID. Applications of `oauth.vk.com`, which VK ID replaces, do not
 * work. Users have the same ID in both.
 *
 * @see https://id.vk.ru/about/business/go Register an application
 * @see https://id.vk.ru/about/business/go/docs/ru/vkid/latest/vk-id/connection/api-integration/api-description Documentation
 */
export default function VK(options: OAuthUserConfig<VKProfile> = {}): OAuth2Config<VKProfile> {
  return {
    id: 'vk',
    name: 'VK',
    type: 'oauth',
    authorization: { url: 'https://id.vk.ru/authorize', params: { scope: 'vkid.personal_info email' } },
    token: { url: 'https://id.vk.ru/oauth2/auth', repeats: ['device_id', 'state'] },
    userinfo: { url: USER_INFO, request: requestUser },
    client: { token_endpoint_auth_method: 'none' },
    profile: ({ user: { user_id, first_name, last_name, email, avatar } }) => ({
      id: String(user_id),
      name: [first_name, last_name].filter(Boolean).join(' ') || null,
      email: email || null,
      image: avatar ?? null,
    }),
    refresh: false,
    revocation: { types: ['access_token'], endsGrant: true, request: revoke },
    style: { brandColor: '#0077ff', icon: () => import('../icons/vk.ts') },
    options,
  }
}

const USER_INFO = 'https://id.vk.ru/oauth2/user_info'

/** Requests the profile: VK expects the token in the body, and returns errors with status 200. */
async function requestUser({ tokens, provider, fetch }: UserinfoRequest<VKProfile>): Promise<VKProfile> {
  const body = new URLSearchParams({ client_id: provider.clientId, access_token: tokens.access_token ?? '' })
  const response = await fetch(USER_INFO, { method: 'POST', body })
  const result = (await response.json()) as VKProfile | { error: string }
  if (response.ok && 'user' in result) return result
  const reason = 'error' in result ? `: ${result.error}` : ''
  throw new Error(`VK returned status ${response.status} for the profile request${reason}.`)
}

/** Revokes an access token. VK returns errors with status 200. */
async function revoke({ token, clientId, fetch }: RevocationRequest): Promise<Response> {
  const body = new URLSearchParams({ client_id: clientId, access_token: token })
  const response = await fetch('https://id.vk.ru/oauth2/revoke', { method: 'POST', body })
  const result = (await response.clone().json()) as { error?: unknown }
  return result.error === undefined ? response : Response.json(result, { status: 400 })
}
