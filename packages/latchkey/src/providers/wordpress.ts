import type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

export type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

/** @see https://developer.wordpress.com/docs/api/1.1/get/me/ */
export interface WordPressProfile {
  ID: number
  display_name: string
  username: string
  email: string
  email_verified?: boolean
  avatar_URL: string
}

/**
 * Returns the WordPress.com provider.
 *
 * Set `AUTH_WORDPRESS_ID` and `AUTH_WORDPRESS_SECRET` to your application's client ID and client
 * secret.
 *
 * Create the application:
 * 1. Open your applications at WordPress.com and choose **Create New Application**.
 * 2. Enter a **Name**, a **Description** and the **Website URL**.
 * 3. Paste the callback URL into **Redirect URLs**.
 * 4. Select the type **Web** and choose **Create**.
 * 5. Open the application, and copy the **Client ID** and the **Client Secret**.
 *
 * Scopes: `auth` reads only the profile. Sign-in needs no other scopes.
 *
 * E-mail address: The address is the WordPress.com account's. It counts as verified if the
 * profile's `email_verified` field is `true`.
 *
 * This provider signs in WordPress.com users, not users from a self-hosted WordPress site.
 *
 * @see https://developer.wordpress.com/apps/ Register an application
 * @see https://developer.wordpress.com/docs/api/wpcc/ Documentation
 */
export default function WordPress(
  options: OAuthUserConfig<WordPressProfile> = {},
): OAuth2Config<WordPressProfile> {
  return {
    id: 'wordpress',
    name: 'WordPress.com',
    type: 'oauth',
    authorization: { url: 'https://public-api.wordpress.com/oauth2/authorize', params: { scope: 'auth' } },
    token: 'https://public-api.wordpress.com/oauth2/token',
    userinfo: 'https://public-api.wordpress.com/rest/v1.1/me',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ ID, display_name, email, avatar_URL }) => ({
      id: String(ID),
      name: display_name,
      email,
      image: avatar_URL,
    }),
    refresh: false,
    style: { brandColor: '#3858e9', icon: () => import('../icons/wordpress.ts') },
    options,
  }
}
