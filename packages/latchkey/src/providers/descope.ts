import type { OAuthUserConfig, OIDCConfig } from '../types/oauth.ts'
import type { Profile } from '../types/user.ts'

/**
 * Descope. Environment: `AUTH_DESCOPE_ID` (the project id), `AUTH_DESCOPE_SECRET` (an access key), `AUTH_DESCOPE_ISSUER`, the last as
 * `https://api.descope.com/<project id>`.
 *
 * The issuer is made of the id if that is passed, or if the provider is listed uncalled. Set it for a project with a domain or a region of its own.
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
