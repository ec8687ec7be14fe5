import type { OAuth2Config, OAuthUserConfig } from '../types/oauth.ts'

/** @see https://developers.pinterest.com/docs/api/v5/user_account-get/ */
export interface PinterestProfile {
  id: string
  /** People can change it. */
  username: string
  account_type?: 'PINNER' | 'BUSINESS'
  business_name?: string | null
  profile_image?: string
  website_url?: string
}

/**
 * Pinterest. Environment: `AUTH_PINTEREST_ID`, `AUTH_PINTEREST_SECRET`. It tells no e-mail address.
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
