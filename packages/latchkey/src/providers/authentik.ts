import type { OAuthUserConfig, OIDCConfig } from '../types/oauth.ts'
import type { Profile } from '../types/user.ts'

/** @see https://docs.goauthentik.io/add-secure-apps/providers/oauth2/#default--special-scopes */
export interface AuthentikProfile extends Profile {
  sub: string
  /** Names of the user's groups. */
  groups?: string[]
}

/**
 * Returns the authentik provider.
 *
 * Set `AUTH_AUTHENTIK_ID` and `AUTH_AUTHENTIK_SECRET` to the client ID and client secret of your
 * application, and `AUTH_AUTHENTIK_ISSUER` to `https://id.example.com/application/o/<slug>/`, with
 * the slug of the application.
 *
 * Select a signing key for the provider in authentik.
 *
 * Before version 2025.10, authentik reported every e-mail address as verified. Since then it
 * reports none as verified, unless a custom scope mapping does. Do not link accounts by e-mail
 * address with an older version.
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
    // The issuer ends with a slash, which is often omitted in configurations.
    issuerTemplate: 'https://{host}/application/o/{slug}/',
    style: { brandColor: '#fd4b2d', icon: () => import('../icons/authentik.ts') },
    options,
  }
}
