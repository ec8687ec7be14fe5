import type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'
import type { CustomProfile } from '../types/user.ts'

export type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'

/** @see https://developer.pingidentity.com/pingone-api/auth/openid-connect-oauth-2.html */
export interface PingProfile extends CustomProfile {
  sub: string
  name?: string
  preferred_username?: string
  given_name?: string
  family_name?: string
  email?: string
  picture?: string
  /** Environment ID. */
  env?: string
  /** Organization ID. */
  org?: string
  'p1.region'?: string
}

/**
 * Returns the Ping Identity provider.
 *
 * Set `AUTH_PING_ID_ID` and `AUTH_PING_ID_SECRET` to your application's client ID and client
 * secret, and `AUTH_PING_ID_ISSUER` to `https://auth.pingone.<region>/<environment id>/as`, where
 * the region is `com`, `eu`, `ca`, `asia`, ….
 *
 * Create the application:
 * 1. In the PingOne admin console, open **Applications → Applications** and add an application.
 * 2. Enter an **Application Name**, select **OIDC Web App** and choose **Save**.
 * 3. On the tab **Configuration**, add the callback URL to **Redirect URIs**.
 * 4. On the tab **Resources**, allow the scopes `profile` and `email`.
 * 5. Enable the application with the toggle at the top.
 * 6. Copy the **Client ID** and the **Client Secret** from the tab **Configuration**.
 *
 * Limits:
 * - For a refresh token, select the grant type **Refresh Token** in the application.
 *
 * The profile comes from the userinfo endpoint, because ID tokens that are issued together with an
 * access token contain no names.
 *
 * @see https://console.pingone.com Register an application
 * @see https://developer.pingidentity.com/pingone-api/foundations/pingone-roles-scopes-and-permissions/access-services-through-scopes-and-roles/openid-connect-oidc-scopes.html Documentation
 */
export default function PingId(options: OAuthUserConfig<PingProfile> = {}): OIDCConfig<PingProfile> {
  return {
    id: 'ping-id',
    name: 'Ping Identity',
    type: 'oidc',
    idToken: false,
    style: { brandColor: '#b3282d' },
    options,
  }
}
