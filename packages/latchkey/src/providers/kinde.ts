import type { OAuthUserConfig, OIDCConfig } from '../types/oauth.ts'
import type { Profile } from '../types/user.ts'

/** @see https://docs.kinde.com/build/tokens/about-id-tokens/ */
export interface KindeProfile extends Profile {
  sub: string
  /** Ids of the organisations that the person belongs to. */
  org_codes?: readonly string[]
  /** Id of the person in a system that they came from. */
  provided_id?: string
}

/**
 * Kinde. Environment: `AUTH_KINDE_ID`, `AUTH_KINDE_SECRET`, `AUTH_KINDE_ISSUER`, the last as `https://<business>.kinde.com`.
 *
 * @see https://docs.kinde.com/build/applications/add-and-manage-applications/ Register an application
 * @see https://docs.kinde.com/build/tokens/about-id-tokens/ Documentation
 */
export default function Kinde(options: OAuthUserConfig<KindeProfile> = {}): OIDCConfig<KindeProfile> {
  return { id: 'kinde', name: 'Kinde', type: 'oidc', style: { brandColor: '#0f0f0f' }, options }
}
