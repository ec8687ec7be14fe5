import type { OAuth2Config, OAuthUserConfig } from '../types/oauth.ts'

/** @see https://docs.faceit.com/getting-started/authentication/oauth2 */
export interface FACEITProfile {
  guid: string
  nickname: string
  email?: string
  email_verified?: boolean
  picture?: string
}

/**
 * Returns the FACEIT provider.
 *
 * Set `AUTH_FACEIT_ID` and `AUTH_FACEIT_SECRET` to the client ID and client secret of your
 * application.
 *
 * Give the client the scopes `openid`, `email` and `profile`.
 *
 * @see https://developers.faceit.com/apps Register an application
 * @see https://docs.faceit.com/getting-started/authentication/oauth2 Documentation
 */
export default function FACEIT(options: OAuthUserConfig<FACEITProfile> = {}): OAuth2Config<FACEITProfile> {
  return {
    id: 'faceit',
    name: 'FACEIT',
    type: 'oauth',
    authorization: {
      url: 'https://accounts.faceit.com/accounts',
      params: { redirect_popup: 'true', scope: 'openid email profile' },
    },
    token: 'https://api.faceit.com/auth/v1/oauth/token',
    userinfo: 'https://api.faceit.com/auth/v1/resources/userinfo',
    profile: ({ guid, nickname, email, picture }) => ({
      id: guid,
      name: nickname,
      email: email ?? null,
      image: picture || null,
    }),
    style: { brandColor: '#ff5500', icon: () => import('../icons/faceit.ts') },
    options,
  }
}
