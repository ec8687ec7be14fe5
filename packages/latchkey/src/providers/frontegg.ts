import type { OAuthUserConfig, OIDCConfig } from '../types/oauth.ts'
import type { Profile } from '../types/user.ts'

/** @see https://developers.frontegg.com/guides/management/frontegg-idp/native-hosted */
export interface FronteggProfile extends Profile {
  sub: string
  profilePictureUrl?: string | null
  /** The tenant that the person is signed in to. */
  tenantId?: string
  roles?: string[]
}

/**
 * Frontegg. Environment: `AUTH_FRONTEGG_ID`, `AUTH_FRONTEGG_SECRET`, `AUTH_FRONTEGG_ISSUER`, the last as `https://<subdomain>.frontegg.com`.
 *
 * Choose the hosted login among the login methods of the environment, and add the callback URL there.
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
