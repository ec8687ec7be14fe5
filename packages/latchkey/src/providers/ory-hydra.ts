import type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'
import type { CustomProfile } from '../types/user.ts'

export type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'

/** @see https://www.ory.com/docs/oauth2-oidc/openid-connect-claims-scope-custom */
export interface OryHydraProfile extends CustomProfile {
  sub: string
  email?: string
}

/**
 * Returns the Ory Hydra provider. It also works with Ory Network.
 *
 * Set `AUTH_HYDRA_ID` and `AUTH_HYDRA_SECRET` to your application's client ID and client secret,
 * and `AUTH_HYDRA_ISSUER` to `https://<project>.projects.oryapis.com`, or to your own Hydra
 * server's issuer.
 *
 * Create the application:
 * 1. Run `hydra create oauth2-client` with the admin API's URL as `--endpoint`, or for Ory Network
 *    `ory create oauth2-client`.
 * 2. Pass `--grant-type authorization_code`, `--response-type code` and
 *    `--scope openid,profile,email`.
 * 3. Pass the callback URL as `--redirect-uri`. Repeat the option for further URLs.
 * 4. Copy the client ID and the client secret. The secret is shown only once.
 *
 * Limits:
 * - For a refresh token, also allow the grant type `refresh_token` and the scope `offline_access`,
 *   and request this scope.
 *
 * The consent screen decides which claims are returned: Hydra itself stores no users.
 *
 * @see https://www.ory.com/docs/hydra/guides/oauth2-clients Register an application
 * @see https://www.ory.com/docs/oauth2-oidc/authorization-code-flow Documentation
 */
export default function OryHydra<P extends OryHydraProfile = OryHydraProfile>(
  options: OAuthUserConfig<P> = {},
): OIDCConfig<P> {
  return {
    id: 'hydra',
    name: 'Hydra',
    type: 'oidc',
    style: { brandColor: '#5528ff', icon: () => import('../icons/ory-hydra.ts') },
    options,
  }
}
