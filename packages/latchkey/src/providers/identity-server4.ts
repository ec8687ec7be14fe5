import type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'
import type { Profile } from '../types/user.ts'

export type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'
export type { Profile } from '../types/user.ts'

/**
 * Returns the IdentityServer4 provider. It also works with Duende IdentityServer.
 *
 * Set `AUTH_IDENTITY_SERVER4_ID` and `AUTH_IDENTITY_SERVER4_SECRET` to your application's client ID
 * and client secret, and `AUTH_IDENTITY_SERVER4_ISSUER` to your server's URL:
 * `https://id.example.com`.
 *
 * Create the application:
 * 1. In your server's configuration, add a `Client` with a `ClientId`.
 * 2. Add a long random secret's hash to `ClientSecrets`: `new Secret(value.Sha256())`.
 * 3. Set `AllowedGrantTypes` to `GrantTypes.Code`, and add the callback URL to `RedirectUris`.
 * 4. Add `openid`, `profile` and `email` to `AllowedScopes`. The server must define these identity
 *    resources.
 *
 * The profile comes from the userinfo endpoint, because ID tokens contain no names or e-mail
 * addresses unless the client has `AlwaysIncludeUserClaimsInIdToken`.
 *
 * IdentityServer4 has been out of support since December 2022. Its successor uses the same
 * protocol.
 *
 * @see https://docs.duendesoftware.com/identityserver/fundamentals/clients/ Register an application
 * @see https://docs.duendesoftware.com/identityserver/fundamentals/claims/ Documentation
 */
export default function IdentityServer4(options: OAuthUserConfig<Profile> = {}): OIDCConfig<Profile> {
  return { id: 'identity-server4', name: 'IdentityServer4', type: 'oidc', idToken: false, options }
}
