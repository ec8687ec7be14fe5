import type { OAuthUserConfig, OIDCConfig } from '../types/oauth.ts'
import type { Profile } from '../types/user.ts'

/**
 * Duende IdentityServer, version 6 and later. Environment: `AUTH_DUENDE_IDENTITY_SERVER6_ID`, `AUTH_DUENDE_IDENTITY_SERVER6_SECRET`,
 * `AUTH_DUENDE_IDENTITY_SERVER6_ISSUER`, the last as the address of your server: `https://id.example.com`.
 *
 * Allow the client the scopes `openid`, `profile` and `email`.
 *
 * @see https://docs.duendesoftware.com/identityserver/fundamentals/clients/ Register an application
 * @see https://docs.duendesoftware.com/identityserver/reference/options Documentation
 */
export default function DuendeIdentityServer6(options: OAuthUserConfig<Profile> = {}): OIDCConfig<Profile> {
  return {
    id: 'duende-identity-server6',
    name: 'Duende IdentityServer',
    type: 'oidc',
    // Its ID tokens name nobody, unless `AlwaysIncludeUserClaimsInIdToken` is set for the client.
    idToken: false,
    style: { brandColor: '#1e1b4b' },
    options,
  }
}
