import type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

export type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

/** @see https://open-api.netlify.com/#tag/user/operation/getCurrentUser */
export interface NetlifyProfile {
  id: string
  full_name: string | null
  email: string
  avatar_url: string | null
}

/**
 * Returns the Netlify provider.
 *
 * Set `AUTH_NETLIFY_ID` and `AUTH_NETLIFY_SECRET` to your application's client ID and client
 * secret.
 *
 * Create the application:
 * 1. Open **User settings → Applications** and choose **New OAuth app**.
 * 2. Enter an **Application name**, paste the callback URL into **Redirect URI** and choose
 *    **Save**.
 * 3. Copy the **Client ID** and the **Secret**.
 *
 * Scopes: An access token has all the user's permissions, because Netlify has no scopes.
 *
 * E-mail address: The address is the Netlify account's. Netlify does not report whether it is
 * verified.
 *
 * @see https://app.netlify.com/user/applications Register an application
 * @see https://docs.netlify.com/api-and-cli-guides/api-guides/get-started-with-api/ Documentation
 */
export default function Netlify(options: OAuthUserConfig<NetlifyProfile> = {}): OAuth2Config<NetlifyProfile> {
  return {
    id: 'netlify',
    name: 'Netlify',
    type: 'oauth',
    authorization: { url: 'https://app.netlify.com/authorize', params: { scope: '' } },
    token: 'https://api.netlify.com/oauth/token',
    userinfo: 'https://api.netlify.com/api/v1/user',
    profile: ({ id, full_name, email, avatar_url }) => ({ id, name: full_name, email, image: avatar_url }),
    style: { brandColor: '#05bdba', icon: () => import('../icons/netlify.ts') },
    options,
  }
}
