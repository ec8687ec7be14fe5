import type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'
import type { CustomProfile } from '../types/user.ts'

export type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'

/** @see https://docs.duendesoftware.com/identityserver/fundamentals/claims/ */
export interface DuendeISUser extends CustomProfile {
  sub: string
  name?: string
  email?: string
}

/**
 * Returns the Duende IdentityServer provider. It supports version 6 and later.
 *
 * Set `AUTH_DUENDE_IDENTITY_SERVER6_ID` and `AUTH_DUENDE_IDENTITY_SERVER6_SECRET` to your
 * application's client ID and client secret, and `AUTH_DUENDE_IDENTITY_SERVER6_ISSUER` to your
 * server's URL: `https://id.example.com`.
 *
 * Create the application:
 * 1. Add a `Client` to your server's configuration, with a `ClientId` and a hashed secret in
 *    `ClientSecrets`.
 * 2. Set `AllowedGrantTypes` to `GrantTypes.Code`, and add the callback URL to `RedirectUris`.
 * 3. Add `openid`, `profile` and `email` to `AllowedScopes`. The server must have all three as
 *    identity resources.
 *
 * Scopes: `openid` gives the user ID, `profile` the name and picture, `email` the e-mail address.
 * For a refresh token, add `offline_access`, and set `AllowOfflineAccess` for the client.
 *
 * @see https://docs.duendesoftware.com/identityserver/fundamentals/clients/ Register an application
 * @see https://docs.duendesoftware.com/identityserver/reference/options Documentation
 */
export default function DuendeIdentityServer6<P extends DuendeISUser = DuendeISUser>(
  options: OAuthUserConfig<P> = {},
): OIDCConfig<P> {
  return {
    id: 'duende-identity-server6',
    name: 'Duende IdentityServer',
    type: 'oidc',
    // ID tokens contain no user claims unless the client has `AlwaysIncludeUserClaimsInIdToken`.
    idToken: false,
    style: { brandColor: '#1e1b4b' },
    options,
  }
}
