import type { OAuth2Config, OAuthUserConfig } from '../types/oauth.ts'

/** @see https://developer.dribbble.com/v2/user/ */
export interface DribbbleProfile {
  id: number
  name: string
  login: string
  avatar_url: string
  /** Not documented. */
  email?: string
}

/**
 * Returns the Dribbble provider.
 *
 * Set `AUTH_DRIBBBLE_ID` and `AUTH_DRIBBBLE_SECRET` to the client ID and client secret of your
 * application.
 *
 * Dribbble's documentation mentions no e-mail address. Access tokens do not expire.
 *
 * @see https://dribbble.com/account/applications/new Register an application
 * @see https://developer.dribbble.com/v2/oauth/ Documentation
 */
export default function Dribbble(
  options: OAuthUserConfig<DribbbleProfile> = {},
): OAuth2Config<DribbbleProfile> {
  return {
    id: 'dribbble',
    name: 'Dribbble',
    type: 'oauth',
    authorization: { url: 'https://dribbble.com/oauth/authorize', params: { scope: 'public' } },
    token: 'https://dribbble.com/oauth/token',
    userinfo: 'https://api.dribbble.com/v2/user',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ id, name, email, avatar_url }) => ({
      id: String(id),
      name,
      email: email ?? null,
      image: avatar_url,
    }),
    style: { brandColor: '#ea4c89', icon: () => import('../icons/dribbble.ts') },
    options,
  }
}
