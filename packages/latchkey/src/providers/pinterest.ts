import type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

export type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

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
 * Set `AUTH_PINTEREST_ID` and `AUTH_PINTEREST_SECRET` to your application's client ID and client
 * secret.
 *
 * Create the application:
 * 1. With a business account, open **My apps** and choose **Connect app**.
 * 2. Complete the form, and submit the request for trial access. Pinterest reviews it, and sends
 *    you an e-mail.
 * 3. Choose **Manage** for the application. On the tab **Configure**, enter the callback URL under
 *    **Redirect URIs** and choose **Add**.
 * 4. Copy the app ID and the app secret.
 *
 * Scopes: `user_accounts:read` reads the profile. To read the user's boards too, add `boards:read`.
 * Pinterest expects scopes separated by commas.
 *
 * Limits:
 * - `user.name` is the Pinterest user name, which users can change.
 * - Pinterest must approve an application before you get its app secret.
 *
 * @see https://developers.pinterest.com/apps/ Register an application
 * @see https://developers.pinterest.com/docs/getting-started/set-up-authentication-and-authorization/ Documentation
 */
export default function Pinterest<P extends PinterestProfile = PinterestProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
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
