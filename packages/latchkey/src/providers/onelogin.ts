import type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'
import type { Profile } from '../types/user.ts'

export type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'
export type { Profile } from '../types/user.ts'

/**
 * Returns the OneLogin provider.
 *
 * Set `AUTH_ONELOGIN_ID` and `AUTH_ONELOGIN_SECRET` to your application's client ID and client
 * secret, and `AUTH_ONELOGIN_ISSUER` to `https://<subdomain>.onelogin.com/oidc/2`, including the
 * path.
 *
 * Create the application:
 * 1. In the administration portal, open **Apps**, choose **Add App** and select **OpenId Connect
 *    (OIDC)**. Enter a name and choose **Save**.
 * 2. On the tab **Configuration**, add the callback URL to **Redirect URI**.
 * 3. On the tab **SSO**, set the token endpoint's authentication method to **Basic**.
 * 4. Copy the **Client ID** and the **Client Secret** from the same tab.
 * 5. Give users access to the application.
 *
 * E-mail address: The address comes from the claim `email`. OneLogin does not report whether it is
 * verified.
 *
 * Limits:
 * - OneLogin does not return a picture.
 * - A change to the callback URLs takes up to ten minutes to apply.
 *
 * @see https://developers.onelogin.com/openid-connect/connect-to-onelogin Register an application
 * @see https://developers.onelogin.com/openid-connect/api/provider-config Documentation
 */
export default function OneLogin(options: OAuthUserConfig<Profile> = {}): OIDCConfig<Profile> {
  return { id: 'onelogin', name: 'OneLogin', type: 'oidc', style: { brandColor: '#1c1f2a' }, options }
}
