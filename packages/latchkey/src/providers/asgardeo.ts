import type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'
import type { CustomProfile } from '../types/user.ts'

export type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'

/** @see https://wso2.com/asgardeo/docs/guides/authentication/user-attributes */
export interface AsgardeoProfile extends CustomProfile {
  sub: string
  given_name?: string
  email?: string
  picture?: string
}

/**
 * Returns the Asgardeo provider.
 *
 * Set `AUTH_ASGARDEO_ID` and `AUTH_ASGARDEO_SECRET` to your application's client ID and client
 * secret, and `AUTH_ASGARDEO_ISSUER` to `https://api.asgardeo.io/t/<organization>/oauth2/token`.
 *
 * Create the application:
 * 1. In the console, open **Applications**, choose **New Application** and select **Traditional Web
 *    Application**.
 * 2. Select **OpenID Connect**, and paste the callback URL into **Authorized redirect URLs**.
 *    Choose **Register**.
 * 3. On the tab **User Attributes**, select the e-mail address, the full name and the photo URL.
 *    Asgardeo returns only the attributes that you select.
 * 4. Copy the client ID and the client secret from the tab **Protocol**.
 *
 * @see https://console.asgardeo.io Register an application
 * @see https://wso2.com/asgardeo/docs/guides/authentication/oidc/discover-oidc-configs Documentation
 */
export default function Asgardeo(
  options: OAuthUserConfig<AsgardeoProfile> = {},
): OIDCConfig<AsgardeoProfile> {
  return { id: 'asgardeo', name: 'Asgardeo', type: 'oidc', style: { brandColor: '#ff7300' }, options }
}
