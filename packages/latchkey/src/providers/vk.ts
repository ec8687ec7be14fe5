import type { OAuth2Config, OAuthUserConfig, UserinfoRequest } from '../types/oauth.ts'

/** @see https://id.vk.ru/about/business/go/docs/ru/vkid/latest/vk-id/connection/api-integration/api-description */
export interface VKProfile {
  user: {
    user_id: string
    first_name: string
    last_name: string
    avatar?: string
    /** Only with the scope `email`, and of people who have one. */
    email?: string
  }
}

/**
 * VK ID. Environment: `AUTH_VK_ID`. There is no secret: PKCE protects the sign-in.
 *
 * The application has to be one of VK ID; those that were registered for `oauth.vk.com`, which VK has replaced, are not. A person has the same id
 * in both.
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
    style: { brandColor: '#0077ff', icon: () => import('../icons/vk.ts') },
    options,
  }
}

const USER_INFO = 'https://id.vk.ru/oauth2/user_info'

/** VK wants the token in the body, and answers what went wrong with status 200. */
async function requestUser({ tokens, provider, fetch }: UserinfoRequest<VKProfile>): Promise<VKProfile> {
  const body = new URLSearchParams({ client_id: provider.clientId, access_token: tokens.access_token ?? '' })
  const response = await fetch(USER_INFO, { method: 'POST', body })
  const answer = (await response.json()) as VKProfile | { error: string }
  if (response.ok && 'user' in answer) return answer
  throw new Error(
    `VK answered the request for the profile with status ${response.status}${'error' in answer ? `: ${answer.error}` : ''}.`,
  )
}
