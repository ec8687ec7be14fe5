import type { OAuthUserConfig, OIDCConfig } from '../types/oauth.ts'
import type { Profile } from '../types/user.ts'

/** @see https://unitedeffects.com/features */
export interface UnitedEffectsProfile extends Profile {
  sub: string
  email?: string
}

/**
 * Returns the United Effects provider.
 *
 * Set `AUTH_UNITED_EFFECTS_ID` and `AUTH_UNITED_EFFECTS_SECRET` to the client ID and client secret
 * of your application, and `AUTH_UNITED_EFFECTS_ISSUER` to
 * `https://auth.unitedeffects.com/<group>`, with the ID of the auth group.
 *
 * United Effects returns neither names nor pictures.
 *
 * @see https://core.unitedeffects.com Register an application
 * @see https://docs.unitedeffects.com Documentation
 */
export default function UnitedEffects(
  options: OAuthUserConfig<UnitedEffectsProfile> = {},
): OIDCConfig<UnitedEffectsProfile> {
  return {
    id: 'united-effects',
    name: 'United Effects',
    type: 'oidc',
    authorization: { params: { scope: 'openid email profile' } },
    style: { brandColor: '#000000' },
    options,
  }
}
