import type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'
import type { CustomProfile } from '../types/user.ts'

export type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'

/** @see https://auth0.com/docs/manage-users/user-accounts/user-profiles/user-profile-structure */
export interface Auth0Profile extends CustomProfile {
  sub: string
  name?: string
  nickname?: string
  given_name?: string
  family_name?: string
  email?: string
  picture?: string
  /** ISO 8601. */
  updated_at?: string
}

/**
 * Returns the Auth0 provider.
 *
 * Set `AUTH_AUTH0_ID` and `AUTH_AUTH0_SECRET` to your application's client ID and client secret,
 * and `AUTH_AUTH0_ISSUER` to `https://<tenant>.<region>.auth0.com`.
 *
 * Create the application:
 * 1. In the dashboard, open **Applications → Applications** and choose **Create Application**.
 * 2. Enter a name, and select **Regular Web Applications**.
 * 3. On the tab **Settings**, paste the callback URL into **Allowed Callback URLs** and save.
 * 4. Copy the **Domain**, the **Client ID** and the **Client Secret** from the same tab. The domain
 *    is part of the issuer.
 *
 * Scopes: `openid` gives the user ID, `profile` the name and picture, `email` the e-mail address.
 * For a refresh token, add `offline_access`.
 *
 * @see https://manage.auth0.com/#/applications Register an application
 * @see https://auth0.com/docs/get-started/applications/configure-applications-with-oidc-discovery Documentation
 */
export default function Auth0(options: OAuthUserConfig<Auth0Profile> = {}): OIDCConfig<Auth0Profile> {
  return {
    id: 'auth0',
    name: 'Auth0',
    type: 'oidc',
    revocation: { types: ['refresh_token'] },
    // Older tenants leave it out of their discovery documents.
    endSession: '/oidc/logout',
    style: { brandColor: '#eb5424', icon: () => import('../icons/auth0.ts') },
    options,
  }
}
