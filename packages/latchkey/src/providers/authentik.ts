import type { OAuthUserConfig, OIDCConfig } from '../types/oauth.ts'
import type { Profile } from '../types/user.ts'

/** @see https://docs.goauthentik.io/add-secure-apps/providers/oauth2/#default--special-scopes */
export interface AuthentikProfile extends Profile {
  sub: string
  /** Names of the groups that the person is in. */
  groups?: string[]
}

/**
 * authentik. Environment: `AUTH_AUTHENTIK_ID`, `AUTH_AUTHENTIK_SECRET`, `AUTH_AUTHENTIK_ISSUER`, the last with the slug of the application:
 * `https://id.example.com/application/o/<slug>/`.
 *
 * Choose a signing key for the provider there. Before version 2025.10 authentik said of every address that it is verified, and since then of none,
 * unless a scope mapping of its own says so: do not link accounts by the addresses of an older one.
 *
 * @see https://docs.goauthentik.io/add-secure-apps/providers/oauth2/create-oauth2-provider/ Register an application
 * @see https://docs.goauthentik.io/add-secure-apps/providers/oauth2/ Documentation
 */
export default function Authentik(
  options: OAuthUserConfig<AuthentikProfile> = {},
): OIDCConfig<AuthentikProfile> {
  return {
    id: 'authentik',
    name: 'Authentik',
    type: 'oidc',
    // Its name ends with a slash, which many leave out where they write it down.
    issuerTemplate: 'https://{host}/application/o/{slug}/',
    style: { brandColor: '#fd4b2d', icon: () => import('../icons/authentik.ts') },
    options,
  }
}
