import type { OAuthUserConfig, OIDCConfig } from '../types/oauth.ts'
import type { Profile } from '../types/user.ts'

/**
 * Returns the Descope provider.
 *
 * Set `AUTH_DESCOPE_ID` to the project ID, `AUTH_DESCOPE_SECRET` to an access key and
 * `AUTH_DESCOPE_ISSUER` to `https://api.descope.com/<project id>`.
 *
 * You can omit the issuer if you pass `clientId`, or if you list the provider without calling it:
 * the issuer is then derived from the project ID. Set it for a project with its own domain or
 * region.
 *
 * @see https://app.descope.com/applications Register an application
 * @see https://docs.descope.com/identity-federation/applications/oidc-apps/oidc-endpoints Documentation
 */
export default function Descope(options: OAuthUserConfig<Profile> = {}): OIDCConfig<Profile> {
  return {
    id: 'descope',
    name: 'Descope',
    type: 'oidc',
    issuer: options.clientId && `https://api.descope.com/${options.clientId}`,
    style: { brandColor: '#6410bc' },
    options,
  }
}
