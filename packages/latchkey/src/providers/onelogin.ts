import type { OAuthUserConfig, OIDCConfig } from '../types/oauth.ts'
import type { Profile } from '../types/user.ts'

/**
 * OneLogin. Environment: `AUTH_ONELOGIN_ID`, `AUTH_ONELOGIN_SECRET`, `AUTH_ONELOGIN_ISSUER`, the last with its path:
 * `https://<subdomain>.onelogin.com/oidc/2`.
 *
 * Choose the token endpoint authentication method "Basic" at the application. OneLogin tells no pictures, and not whether an address is verified.
 *
 * @see https://developers.onelogin.com/openid-connect/connect-to-onelogin Register an application
 * @see https://developers.onelogin.com/openid-connect/api/provider-config Documentation
 */
export default function OneLogin(options: OAuthUserConfig<Profile> = {}): OIDCConfig<Profile> {
  return { id: 'onelogin', name: 'OneLogin', type: 'oidc', style: { brandColor: '#1c1f2a' }, options }
}
