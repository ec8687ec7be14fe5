import type { OAuth2Config, OAuthUserConfig } from '../types/oauth.ts'

/** @see https://developers.mattermost.com/api-documentation/#/operations/GetUser */
export interface MattermostProfile {
  id: string
  username: string
  first_name: string
  last_name: string
  email: string
  email_verified?: boolean
}

/**
 * Mattermost. Environment: `AUTH_MATTERMOST_ID`, `AUTH_MATTERMOST_SECRET`, `AUTH_MATTERMOST_ISSUER`, the last with your server:
 * `https://chat.example.com`. An administrator has to enable the OAuth 2.0 service provider there. Pictures are shown only to people who are signed
 * in at Mattermost, so there are none.
 *
 * @see https://developers.mattermost.com/integrate/apps/authentication/oauth2/ Register an application
 * @see https://developers.mattermost.com/integrate/apps/authentication/oauth2/ Documentation
 */
export default function Mattermost(
  options: OAuthUserConfig<MattermostProfile> = {},
): OAuth2Config<MattermostProfile> {
  return {
    id: 'mattermost',
    name: 'Mattermost',
    type: 'oauth',
    authorization: { url: '/oauth/authorize', params: { scope: 'user' } },
    token: '/oauth/access_token',
    userinfo: '/api/v4/users/me',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ id, first_name, last_name, username, email }) => ({
      id,
      name: [first_name, last_name].filter(Boolean).join(' ') || username,
      email,
      image: null,
    }),
    style: { brandColor: '#1e325c', icon: () => import('../icons/mattermost.ts') },
    options,
  }
}
