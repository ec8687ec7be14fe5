import type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

export type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

/** @see https://docs.patreon.com/#user-v2 */
export interface PatreonProfile {
  data: {
    id: string
    attributes: {
      full_name: string
      /** Sent only with the scope `identity[email]`. */
      email?: string | null
      is_email_verified?: boolean
      image_url: string
    }
  }
}

/**
 * Returns the Patreon provider.
 *
 * Set `AUTH_PATREON_ID` and `AUTH_PATREON_SECRET` to your application's client ID and client
 * secret.
 *
 * Create the application:
 * 1. Sign in as a creator and choose **Create Client**.
 * 2. Enter an **App Name** and a **Description**.
 * 3. Add the callback URL to **Redirect URIs**.
 * 4. Set **Client API Version** to **2** and choose **Create Client**.
 * 5. Copy the **Client ID** and the **Client Secret**.
 *
 * Scopes: `identity` reads the profile, `identity[email]` the e-mail address. To read the user's
 * memberships too, add `identity.memberships`.
 *
 * E-mail address: The address counts as verified if the profile's `is_email_verified` field is
 * `true`.
 *
 * @see https://www.patreon.com/portal/registration/register-clients Register an application
 * @see https://docs.patreon.com/#oauth Documentation
 */
export default function Patreon<P extends PatreonProfile = PatreonProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return {
    id: 'patreon',
    name: 'Patreon',
    type: 'oauth',
    authorization: {
      url: 'https://www.patreon.com/oauth2/authorize',
      params: { scope: 'identity identity[email]' },
    },
    token: 'https://www.patreon.com/api/oauth2/token',
    userinfo: {
      url: 'https://www.patreon.com/api/oauth2/v2/identity',
      params: { 'fields[user]': 'full_name,email,is_email_verified,image_url' },
    },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ data: { id, attributes } }) => ({
      id,
      name: attributes.full_name,
      email: attributes.email ?? null,
      image: attributes.image_url,
    }),
    isEmailVerified: ({ data }) => data.attributes.is_email_verified === true,
    style: { brandColor: '#ff424d', icon: () => import('../icons/patreon.ts') },
    options,
  }
}
