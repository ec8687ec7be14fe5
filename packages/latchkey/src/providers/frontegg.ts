import type { OAuthUserConfig, OIDCConfig, Profile } from '../contract.ts'

/**
 * Frontegg. Environment: `AUTH_FRONTEGG_ID`, `AUTH_FRONTEGG_SECRET`, `AUTH_FRONTEGG_ISSUER`, the last as `https://<subdomain>.frontegg.com`.
 *
 * @see https://portal.frontegg.com Register an application
 * @see https://developers.frontegg.com Documentation
 */
export default function Frontegg(options: OAuthUserConfig<Profile> = {}): OIDCConfig<Profile> {
  return { id: 'frontegg', name: 'Frontegg', type: 'oidc', style: { brandColor: '#43bb7a' }, options }
}
