import type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'
import type { Profile } from '../types/user.ts'

export type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'

/** @see https://developers.frontegg.com/guides/management/frontegg-idp/native-hosted */
export interface FronteggProfile extends Profile {
  sub: string
  profilePictureUrl?: string | null
  /** The tenant that the user is signed in to. */
  tenantId?: string
  roles?: string[]
}

/**
 * Returns the Frontegg provider.
 *
 * Set `AUTH_FRONTEGG_ID` and `AUTH_FRONTEGG_SECRET` to your application's client ID and client
 * secret, and `AUTH_FRONTEGG_ISSUER` to `https://<subdomain>.frontegg.com`.
 *
 * Create the application:
 * 1. In the Frontegg portal, select your environment and open **Authentication → Login Method**.
 * 2. Select **Hosted Login**, and add the callback URL to the redirect URLs.
 * 3. Open the environment's **Env Settings**. Copy the client ID and the API key. The API key is
 *    the client secret.
 *
 * E-mail address: The address counts as verified if the claim `email_verified` is `true`.
 *
 * @see https://portal.frontegg.com Register an application
 * @see https://developers.frontegg.com/guides/management/frontegg-idp/native-hosted Documentation
 */
export default function Frontegg(
  options: OAuthUserConfig<FronteggProfile> = {},
): OIDCConfig<FronteggProfile> {
  return {
    id: 'frontegg',
    name: 'Frontegg',
    type: 'oidc',
    profile: ({ sub, name, email, picture, profilePictureUrl }) => ({
      id: sub,
      name,
      email,
      image: picture ?? profilePictureUrl,
    }),
    style: { brandColor: '#43bb7a' },
    options,
  }
}
