import type { OAuthUserConfig, OIDCConfig } from '../types/oauth.ts'
import type { Profile } from '../types/user.ts'

/**
 * Asgardeo. Environment: `AUTH_ASGARDEO_ID`, `AUTH_ASGARDEO_SECRET`, `AUTH_ASGARDEO_ISSUER`, the last as
 * `https://api.asgardeo.io/t/<organization>/oauth2/token`.
 *
 * It tells of a person only the attributes that are requested in the application's settings there: choose the e-mail address, the full name and
 * the photo URL.
 *
 * @see https://console.asgardeo.io Register an application
 * @see https://wso2.com/asgardeo/docs/guides/authentication/oidc/discover-oidc-configs Documentation
 */
export default function Asgardeo(options: OAuthUserConfig<Profile> = {}): OIDCConfig<Profile> {
  return { id: 'asgardeo', name: 'Asgardeo', type: 'oidc', style: { brandColor: '#ff7300' }, options }
}
