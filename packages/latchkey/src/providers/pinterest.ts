import type { OAuth2Config, OAuthUserConfig } from '../types/oauth.ts'

/** @see https://developers.pinterest.com/docs/api/v5/user_account-get/ */
export interface PinterestProfile {
  id: string
  /** Users can change it. */
  username: string
  account_type?: 'PINNER' | 'BUSINESS'
  business_name?: string | null
  profile_image?: string
  website_url?: string
}

/**
 * Returns the Pinterest provider.
 *
 * Set `AUTH_PINTEREST_ID` and `AUTH_PINTEREST_SECRET` to the client ID and client secret of your
 * application.
 *
 * Pinterest does not return an e-mail address.
 *
 * @see https://developers.pinterest.com/apps/ Register an application
 * @see https://developers.pinterest.com/docs/getting-started/set-up-authentication-and-authorization/ Documentation
 */
export default function Pinterest(
  options: OAuthUserConfig<PinterestProfile> = {},
): OAuth2Config<PinterestProfile> {
  return {
    id: 'pinterest',
    name: 'Pinterest',
    type: 'oauth',
    authorization: { url: 'https://www.pinterest.com/oauth/', params: { scope: 'user_accounts:read' } },
    token: 'https://api.pinterest.com/v5/oauth/token',
    userinfo: 'https://api.pinterest.com/v5/user_account',
    profile: ({ id, username, profile_image }) => ({
      id,
      name: username,
      email: null,
      image: profile_image ?? null,
    }),
    style: { brandColor: '#e60023', icon: () => import('../icons/pinterest.ts') },
    options,
  }
}
