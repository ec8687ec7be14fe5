import type { OAuthUserConfig, OIDCConfig } from '../types/oauth.ts'
import type { Profile } from '../types/user.ts'

/** @see https://simplelogin.io/docs/siwsl/intro/ */
export interface SimpleLoginProfile extends Profile {
  /** ID of the user, specific to this application. */
  sub: string
  /** The user's own address, or an alias that forwards to it. */
  email: string
  /** Sent only if the user shares their picture. The URL expires after one week. */
  avatar_url?: string | null
}

/**
 * Returns the SimpleLogin provider.
 *
 * Set `AUTH_SIMPLELOGIN_ID` and `AUTH_SIMPLELOGIN_SECRET` to the client ID and client secret of
 * your application.
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
    // ID tokens of SimpleLogin contain no nonce.
    omits: ['nonce'],
    profile: ({ sub, name, email, avatar_url }) => ({ id: sub, name, email, image: avatar_url }),
    style: { brandColor: '#ea319f', icon: () => import('../icons/simplelogin.ts') },
    options,
  }
}
