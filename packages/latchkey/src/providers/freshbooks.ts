import type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

export type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

/** @see https://www.freshbooks.com/api/me_endpoint */
export interface FreshbooksProfile {
  response: {
    id: number
    first_name: string
    last_name: string
    email: string
  }
}

/**
 * Returns the FreshBooks provider.
 *
 * Set `AUTH_FRESHBOOKS_ID` and `AUTH_FRESHBOOKS_SECRET` to your application's client ID and client
 * secret.
 *
 * Create the application:
 * 1. On the developer page, choose **Create New App**. Enter the **Application Name** and select
 *    the **Application Type**.
 * 2. Add the scope `user:profile:read`.
 * 3. Paste the callback URL into **Redirect URIs** and save.
 * 4. Open the application again, and copy the client ID and the client secret.
 *
 * Scopes: `user:profile:read` reads the profile. To read clients too, add `user:clients:read`, and
 * add it to the application.
 *
 * E-mail address: The address comes from the profile. FreshBooks does not report whether it is
 * verified.
 *
 * Limits:
 * - Callback URLs must use HTTPS, during development too.
 * - FreshBooks does not return a picture.
 *
 * @see https://my.freshbooks.com/#/developer Register an application
 * @see https://www.freshbooks.com/api/authentication Documentation
 */
export default function Freshbooks(
  options: OAuthUserConfig<FreshbooksProfile> = {},
): OAuth2Config<FreshbooksProfile> {
  return {
    id: 'freshbooks',
    name: 'FreshBooks',
    type: 'oauth',
    authorization: {
      url: 'https://auth.freshbooks.com/oauth/authorize',
      params: { scope: 'user:profile:read' },
    },
    token: 'https://api.freshbooks.com/auth/oauth/token',
    userinfo: 'https://api.freshbooks.com/auth/api/v1/users/me',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ response: { id, first_name, last_name, email } }) => ({
      id: String(id),
      name: [first_name, last_name].filter(Boolean).join(' ') || null,
      email,
      image: null,
    }),
    revocation: 'https://api.freshbooks.com/auth/oauth/revoke',
    style: { brandColor: '#0075dd' },
    options,
  }
}
