import type { OAuthUserConfig, OIDCConfig } from '../types/oauth.ts'
import type { Profile } from '../types/user.ts'

/**
 * Returns the Auth0 provider.
 *
 * Set `AUTH_AUTH0_ID` and `AUTH_AUTH0_SECRET` to the client ID and client secret of your
 * application, and `AUTH_AUTH0_ISSUER` to `https://<tenant>.<region>.auth0.com`.
 *
 * @see https://manage.auth0.com/#/applications Register an application
 * @see https://auth0.com/docs/get-started/applications/configure-applications-with-oidc-discovery Documentation
 */
export default function Auth0(options: OAuthUserConfig<Profile> = {}): OIDCConfig<Profile> {
  return {
    id: 'auth0',
    name: 'Auth0',
    type: 'oidc',
    style: { brandColor: '#eb5424', icon: () => import('../icons/auth0.ts') },
    options,
  }
}
