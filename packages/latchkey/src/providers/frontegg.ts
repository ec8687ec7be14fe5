import type { OAuthUserConfig, OIDCConfig } from '../types/oauth.ts'
import type { Profile } from '../types/user.ts'

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
 * Set `AUTH_FRONTEGG_ID` and `AUTH_FRONTEGG_SECRET` to the client ID and client secret of your
 * application, and `AUTH_FRONTEGG_ISSUER` to `https://<subdomain>.frontegg.com`.
 *
 * Select the hosted login in the login methods of the environment, and add the callback URL there.
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
