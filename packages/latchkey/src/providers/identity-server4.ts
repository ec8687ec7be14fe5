import type { OAuthUserConfig, OIDCConfig } from '../types/oauth.ts'
import type { Profile } from '../types/user.ts'

/**
 * IdentityServer4, and Duende IdentityServer. Environment: `AUTH_IDENTITY_SERVER4_ID`, `AUTH_IDENTITY_SERVER4_SECRET`,
 * `AUTH_IDENTITY_SERVER4_ISSUER`, the last as `https://id.example.com`.
 *
 * The profile comes from the userinfo endpoint, because its ID tokens leave out names and addresses unless the client has
 * `AlwaysIncludeUserClaimsInIdToken`. IdentityServer4 is out of support since December 2022; its successor speaks the same.
 *
 * @see https://docs.duendesoftware.com/identityserver/fundamentals/clients/ Register an application
 * @see https://docs.duendesoftware.com/identityserver/fundamentals/claims/ Documentation
 */
export default function IdentityServer4(options: OAuthUserConfig<Profile> = {}): OIDCConfig<Profile> {
  return { id: 'identity-server4', name: 'IdentityServer4', type: 'oidc', idToken: false, options }
}
