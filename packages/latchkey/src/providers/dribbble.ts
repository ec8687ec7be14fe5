import type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

export type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

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
 * Set `AUTH_DRIBBBLE_ID` and `AUTH_DRIBBBLE_SECRET` to your application's client ID and client
 * secret.
 *
 * Create the application:
 * 1. In your account, open **Applications** and choose **Register a new application**.
 * 2. Enter a name and your site's URL, and paste the callback URL into **Callback URL**.
 * 3. Register the application, and copy the **Client ID** and the **Client Secret**.
 *
 * Scopes: `public` reads the public profile. To upload shots, add `upload`.
 *
 * E-mail address: The address is usually missing: Dribbble's documentation does not mention one.
 * Dribbble does not report whether it is verified.
 *
 * Limits:
 * - Access tokens do not expire.
 *
 * @see https://dribbble.com/account/applications/new Register an application
 * @see https://developer.dribbble.com/v2/oauth/ Documentation
 */
export default function Dribbble<P extends DribbbleProfile = DribbbleProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
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
    refresh: false,
    style: { brandColor: '#ea4c89', icon: () => import('../icons/dribbble.ts') },
    options,
  }
}
