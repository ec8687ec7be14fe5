import type { OAuthUserConfig, OIDCConfig } from '../types/oauth.ts'
import type { Profile } from '../types/user.ts'

/**
 * Returns the OneLogin provider.
 *
 * Set `AUTH_ONELOGIN_ID` and `AUTH_ONELOGIN_SECRET` to the client ID and client secret of your
 * application, and `AUTH_ONELOGIN_ISSUER` to `https://<subdomain>.onelogin.com/oidc/2`, including
 * the path.
 *
 * Set the token endpoint authentication method of the application to "Basic".
 *
 * OneLogin does not return a picture and does not report whether an e-mail address is verified.
 *
 * @see https://developers.onelogin.com/openid-connect/connect-to-onelogin Register an application
 * @see https://developers.onelogin.com/openid-connect/api/provider-config Documentation
 */
export default function OneLogin(options: OAuthUserConfig<Profile> = {}): OIDCConfig<Profile> {
  return { id: 'onelogin', name: 'OneLogin', type: 'oidc', style: { brandColor: '#1c1f2a' }, options }
}
