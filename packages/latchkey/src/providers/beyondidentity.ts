import type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'
import type { Profile } from '../types/user.ts'

export type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'

/** @see https://developer.beyondidentity.com */
export interface BeyondIdentityProfile extends Profile {
  sub: string
  name?: string
  preferred_username?: string
  email?: string
}

/**
 * Returns the Beyond Identity provider.
 *
 * Set `AUTH_BEYONDIDENTITY_ID` and `AUTH_BEYONDIDENTITY_SECRET` to your application's client ID and
 * client secret, and `AUTH_BEYONDIDENTITY_ISSUER` to
 * `https://auth-us.beyondidentity.com/v1/tenants/<tenant>/realms/<realm>/applications/<application>`.
 * For tenants in Europe, use `auth-eu` instead of `auth-us`.
 *
 * Create the application:
 * 1. In the admin console, switch to your users' realm. Do not use the admin realm.
 * 2. Open **Apps** and add an application.
 * 3. On the tab **External Protocol**, select OIDC and a confidential client. Add the callback URL
 *    to the redirect URIs.
 * 4. For **Token Endpoint Auth Method**, select the client secret with HTTP Basic.
 * 5. On the tab **Authenticator Config**, select **Hosted Web**. Save the application, and copy its
 *    client ID, client secret and issuer.
 *
 * @see https://console-us.beyondidentity.com Register an application
 * @see https://developer.beyondidentity.com Documentation
 */
export default function BeyondIdentity(
  options: OAuthUserConfig<BeyondIdentityProfile> = {},
): OIDCConfig<BeyondIdentityProfile> {
  return {
    id: 'beyondidentity',
    name: 'Beyond Identity',
    type: 'oidc',
    style: { brandColor: '#5077c5' },
    options,
  }
}
