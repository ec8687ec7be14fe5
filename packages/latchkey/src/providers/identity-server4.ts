import type { OAuthUserConfig, OIDCConfig } from '../types/oauth.ts'
import type { Profile } from '../types/user.ts'

/**
 * Returns the IdentityServer4 provider. It also works with Duende IdentityServer.
 *
 * Set `AUTH_IDENTITY_SERVER4_ID` and `AUTH_IDENTITY_SERVER4_SECRET` to the client ID and client
 * secret of your application, and `AUTH_IDENTITY_SERVER4_ISSUER` to the URL of your server:
 * `https://id.example.com`.
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
