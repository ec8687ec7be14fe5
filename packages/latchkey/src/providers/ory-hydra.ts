import type { OAuthUserConfig, OIDCConfig } from '../types/oauth.ts'
import type { Profile } from '../types/user.ts'

/**
 * Ory Hydra, and Ory Network. Environment: `AUTH_HYDRA_ID`, `AUTH_HYDRA_SECRET`, `AUTH_HYDRA_ISSUER`, the last as
 * `https://<project>.projects.oryapis.com`, or as your Hydra names itself.
 *
 * The client needs the scopes `openid`, `profile` and `email`. Which claims there are is decided by the consent screen: Hydra knows nobody itself.
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
