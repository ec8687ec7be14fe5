import type { OAuthUserConfig, OIDCConfig } from '../types/oauth.ts'
import type { Profile } from '../types/user.ts'

/** @see https://simplelogin.io/docs/siwsl/intro/ */
export interface SimpleLoginProfile extends Profile {
  /** Id of the person for this application. */
  sub: string
  /** The person's own address, or an alias that forwards to it. */
  email: string
  /** Only of people who share their picture. The address is good for a week. */
  avatar_url?: string | null
}

/**
 * SimpleLogin. Environment: `AUTH_SIMPLELOGIN_ID`, `AUTH_SIMPLELOGIN_SECRET`.
 *
 * @see https://app.simplelogin.io/developer Register an application
 * @see https://simplelogin.io/docs/siwsl/intro/ Documentation
 */
export default function SimpleLogin(
  options: OAuthUserConfig<SimpleLoginProfile> = {},
): OIDCConfig<SimpleLoginProfile> {
  return {
    id: 'simplelogin',
    name: 'SimpleLogin',
    type: 'oidc',
    issuer: 'https://app.simplelogin.io',
    // Its ID tokens say nothing of the nonce.
    omits: ['nonce'],
    profile: ({ sub, name, email, avatar_url }) => ({ id: sub, name, email, image: avatar_url }),
    style: { brandColor: '#ea319f', icon: () => import('../icons/simplelogin.ts') },
    options,
  }
}
