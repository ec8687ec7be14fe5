import type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'
import type { Profile } from '../types/user.ts'

export type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'

/** @see https://docs.goauthentik.io/add-secure-apps/providers/oauth2/#default--special-scopes */
export interface AuthentikProfile extends Profile {
  sub: string
  /** The user's group names. */
  groups?: string[]
}

/**
 * Returns the authentik provider.
 *
 * Set `AUTH_AUTHENTIK_ID` and `AUTH_AUTHENTIK_SECRET` to your application's client ID and client
 * secret, and `AUTH_AUTHENTIK_ISSUER` to `https://id.example.com/application/o/<slug>/`, with the
 * application's slug.
 *
 * Create the application:
 * 1. In the admin interface, open **Applications → Applications** and choose **Create with
 *    provider**.
 * 2. Enter a name and a slug. The slug is part of the issuer.
 * 3. Select **OAuth2/OIDC** as the provider type.
 * 4. Add the callback URL to the redirect URIs, with the matching mode **Strict**.
 * 5. Select a **Signing Key**. Copy the **Client ID** and the **Client Secret**, and submit the
 *    form.
 *
 * E-mail address: The address counts as verified if the claim `email_verified` is `true`. Since
 * version 2025.10, it is `false` unless a custom scope mapping sets it. Earlier versions report
 * every address as verified: do not link accounts by e-mail address with them.
 *
 * @see https://docs.goauthentik.io/add-secure-apps/providers/oauth2/create-oauth2-provider/ Register an application
 * @see https://docs.goauthentik.io/add-secure-apps/providers/oauth2/ Documentation
 */
export default function Authentik<P extends AuthentikProfile = AuthentikProfile>(
  options: OAuthUserConfig<P> = {},
): OIDCConfig<P> {
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
