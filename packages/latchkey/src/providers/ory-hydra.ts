import type { OAuthUserConfig, OIDCConfig } from '../types/oauth.ts'
import type { Profile } from '../types/user.ts'

/**
 * Returns the Ory Hydra provider. It also works with Ory Network.
 *
 * Set `AUTH_HYDRA_ID` and `AUTH_HYDRA_SECRET` to the client ID and client secret of your
 * application, and `AUTH_HYDRA_ISSUER` to `https://<project>.projects.oryapis.com`, or to the
 * issuer of your own Hydra server.
 *
 * The client needs the scopes `openid`, `profile` and `email`. The consent screen decides which
 * claims are returned: Hydra itself stores no users.
 *
 * @see https://www.ory.com/docs/hydra/guides/oauth2-clients Register an application
 * @see https://www.ory.com/docs/oauth2-oidc/authorization-code-flow Documentation
 */
export default function OryHydra(options: OAuthUserConfig<Profile> = {}): OIDCConfig<Profile> {
  return {
    id: 'hydra',
    name: 'Hydra',
    type: 'oidc',
    style: { brandColor: '#5528ff', icon: () => import('../icons/ory-hydra.ts') },
    options,
  }
}
