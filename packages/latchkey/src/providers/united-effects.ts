import type { OAuthUserConfig, OIDCConfig } from '../types/oauth.ts'
import type { Profile } from '../types/user.ts'

/** @see https://unitedeffects.com/features */
export interface UnitedEffectsProfile extends Profile {
  sub: string
  email?: string
}

/**
 * United Effects. Environment: `AUTH_UNITED_EFFECTS_ID`, `AUTH_UNITED_EFFECTS_SECRET`, `AUTH_UNITED_EFFECTS_ISSUER`, the last with the id of the
 * auth group: `https://auth.unitedeffects.com/<group>`.
 *
 * It tells neither names nor pictures.
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
