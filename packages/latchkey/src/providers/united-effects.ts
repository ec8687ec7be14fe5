import type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'
import type { Profile } from '../types/user.ts'

export type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'

/** @see https://unitedeffects.com/features */
export interface UnitedEffectsProfile extends Profile {
  sub: string
  email?: string
}

/**
 * Returns the United Effects provider.
 *
 * Set `AUTH_UNITED_EFFECTS_ID` and `AUTH_UNITED_EFFECTS_SECRET` to your application's client ID and
 * client secret, and `AUTH_UNITED_EFFECTS_ISSUER` to `https://auth.unitedeffects.com/<group>`, with
 * the auth group ID.
 *
 * Create the application:
 * 1. In the United Effects console, open your auth group, and create an OpenID Connect client for a
 *    web application.
 * 2. Add the callback URL as a redirect URI.
 * 3. Copy the client ID, the client secret and the auth group ID.
 *
 * Limits:
 * - United Effects returns neither names nor pictures.
 *
 * @see https://core.unitedeffects.com Register an application
 * @see https://docs.unitedeffects.com Documentation
 */
export default function UnitedEffects<P extends UnitedEffectsProfile = UnitedEffectsProfile>(
  options: OAuthUserConfig<P> = {},
): OIDCConfig<P> {
  return {
    id: 'united-effects',
    name: 'United Effects',
    type: 'oidc',
    authorization: { params: { scope: 'openid email profile' } },
    style: { brandColor: '#000000' },
    options,
  }
}
