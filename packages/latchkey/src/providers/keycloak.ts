import type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'
import type { CustomProfile } from '../types/user.ts'

export type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'

/** @see https://www.keycloak.org/docs/latest/server_admin/#_protocol-mappers */
export interface KeycloakProfile extends CustomProfile {
  sub: string
  name?: string
  preferred_username?: string
  given_name?: string
  family_name?: string
  email?: string
  picture?: string
  /** Sent only if the realm roles mapper adds them to the ID token. */
  realm_access?: { roles: string[] }
  /** The roles by client, under the same condition. */
  resource_access?: Record<string, { roles: string[] }>
}

/**
 * Returns the Keycloak provider.
 *
 * Set `AUTH_KEYCLOAK_ID` and `AUTH_KEYCLOAK_SECRET` to your application's client ID and client
 * secret, and `AUTH_KEYCLOAK_ISSUER` to the realm's URL: `https://id.example.com/realms/main`.
 *
 * Create the application:
 * 1. In the admin console, select the realm, open **Clients** and choose **Create client**.
 * 2. Leave **Client type** at **OpenID Connect**, and enter a **Client ID**.
 * 3. Turn on **Client authentication**, and leave **Standard flow** selected.
 * 4. Add the callback URL to **Valid redirect URIs** and save.
 * 5. Copy the client secret from the tab **Credentials**.
 *
 * E-mail address: The address counts as verified if the claim `email_verified` is `true`. Realm
 * administrators can set it. With **Verify email** in the realm's login settings, Keycloak verifies
 * addresses itself.
 *
 * Docker: Browsers and containers know Keycloak by different names, such as `localhost:8080` and
 * `keycloak:8080`. Set Keycloak's `KC_HOSTNAME` to the URL for browsers, `http://localhost:8080`,
 * and `AUTH_KEYCLOAK_ISSUER` to the realm there. Set `discovery` to the realm as your application's
 * container reaches it. Without TLS, this also needs `dangerouslyAllowHttp`: tokens are then sent
 * unencrypted, so set it only for a private network.
 * ```ts
 * import Keycloak from 'latchkey/providers/keycloak'
 * const discovery = 'http://keycloak:8080/realms/main'
 * export const providers = [Keycloak({ discovery, dangerouslyAllowHttp: true })]
 * ```
 *
 * Limits:
 * - An issuer on another machine must use HTTPS, unless you set `dangerouslyAllowHttp: true`.
 *
 * @see https://www.keycloak.org/docs/latest/server_admin/#_oidc_clients Register an application
 * @see https://www.keycloak.org/securing-apps/oidc-layers Documentation
 */
export default function Keycloak<P extends KeycloakProfile = KeycloakProfile>(
  options: OAuthUserConfig<P> = {},
): OIDCConfig<P> {
  return {
    id: 'keycloak',
    name: 'Keycloak',
    type: 'oidc',
    style: { brandColor: '#428bca', icon: () => import('../icons/keycloak.ts') },
    options,
  }
}
