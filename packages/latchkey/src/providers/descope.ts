import type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'
import type { Profile } from '../types/user.ts'

export type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'

/** @see https://docs.descope.com/identity-federation/applications/oidc-apps/oidc-endpoints */
export interface DescopeProfile extends Profile {
  sub: string
  name?: string
  email?: string
  phone_number?: string
  phone_number_verified?: boolean
  picture?: string
}

/**
 * Returns the Descope provider.
 *
 * Set `AUTH_DESCOPE_ID` to the project ID, `AUTH_DESCOPE_SECRET` to an access key and
 * `AUTH_DESCOPE_ISSUER` to `https://api.descope.com/<project id>`.
 *
 * Create the application:
 * 1. In the Descope console, copy the project ID from the project settings.
 * 2. Open **Applications** and select an OIDC application. Every project has a default one.
 * 3. Add the callback URL to the approved redirect URLs, if the application restricts them.
 * 4. Create an access key and copy it. It is the client secret.
 *
 * Limits:
 * - OIDC applications in addition to the default one require the Pro plan.
 *
 * You can omit the issuer if you pass `clientId`, or if you list the provider without calling it:
 * the issuer is then derived from the project ID. Set it for a project with its own domain or
 * region.
 *
 * @see https://app.descope.com/applications Register an application
 * @see https://docs.descope.com/identity-federation/applications/oidc-apps/oidc-endpoints Documentation
 */
export default function Descope(options: OAuthUserConfig<DescopeProfile> = {}): OIDCConfig<DescopeProfile> {
  return {
    id: 'descope',
    name: 'Descope',
    type: 'oidc',
    issuer: options.clientId && `https://api.descope.com/${options.clientId}`,
    style: { brandColor: '#6410bc' },
    options,
  }
}
