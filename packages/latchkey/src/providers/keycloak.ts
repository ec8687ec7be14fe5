import type { OAuthUserConfig, OIDCConfig } from '../types/oauth.ts'
import type { Profile } from '../types/user.ts'

/**
 * Returns the Keycloak provider.
 *
 * Set `AUTH_KEYCLOAK_ID` and `AUTH_KEYCLOAK_SECRET` to the client ID and client secret of your
 * application, and `AUTH_KEYCLOAK_ISSUER` to the URL of the realm:
 * `https://id.example.com/realms/main`.
 *
 * @see https://www.keycloak.org/docs/latest/server_admin/#_oidc_clients Register an application
 * @see https://www.keycloak.org/securing-apps/oidc-layers Documentation
 */
export default function Keycloak(options: OAuthUserConfig<Profile> = {}): OIDCConfig<Profile> {
  return {
    id: 'keycloak',
    name: 'Keycloak',
    type: 'oidc',
    style: { brandColor: '#428bca', icon: () => import('../icons/keycloak.ts') },
    options,
  }
}
