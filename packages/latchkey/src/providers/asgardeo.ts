import type { OAuthUserConfig, OIDCConfig } from '../types/oauth.ts'
import type { Profile } from '../types/user.ts'

/**
 * Returns the Asgardeo provider.
 *
 * Set `AUTH_ASGARDEO_ID` and `AUTH_ASGARDEO_SECRET` to the client ID and client secret of your
 * application, and `AUTH_ASGARDEO_ISSUER` to
 * `https://api.asgardeo.io/t/<organization>/oauth2/token`.
 *
 * Asgardeo returns only the user attributes that the application's settings request. Select the
 * e-mail address, the full name and the photo URL there.
 *
 * @see https://console.asgardeo.io Register an application
 * @see https://wso2.com/asgardeo/docs/guides/authentication/oidc/discover-oidc-configs Documentation
 */
export default function Asgardeo(options: OAuthUserConfig<Profile> = {}): OIDCConfig<Profile> {
  return { id: 'asgardeo', name: 'Asgardeo', type: 'oidc', style: { brandColor: '#ff7300' }, options }
}
