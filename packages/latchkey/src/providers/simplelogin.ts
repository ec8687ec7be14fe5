import type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'
import type { Profile } from '../types/user.ts'

export type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'

/** @see https://simplelogin.io/docs/siwsl/intro/ */
export interface SimpleLoginProfile extends Profile {
  /** User ID, specific to this application. */
  sub: string
  /** The user's own address, or an alias that forwards to it. */
  email: string
  /** Sent only if the user shares their picture. The URL expires after one week. */
  avatar_url?: string | null
}

/**
 * Returns the SimpleLogin provider.
 *
 * Set `AUTH_SIMPLELOGIN_ID` and `AUTH_SIMPLELOGIN_SECRET` to your application's client ID and
 * client secret.
 *
 * Create the application:
 * 1. Choose **New website**, and enter your site's name and URL.
 * 2. In the OAuth settings, choose **Add new uri** and enter the callback URL. Choose **Update**.
 *    URLs with `localhost` work without an entry.
 * 3. On the same page, copy the client ID and the client secret.
 *
 * E-mail address: The address is the user's own or an alias that forwards to it. It counts as
 * verified if the claim `email_verified` is `true`.
 *
 * Limits:
 * - Callback URLs must use HTTPS, except with `localhost`.
 * - The picture's URL expires after one week.
 *
 * @see https://app.simplelogin.io/developer Register an application
 * @see https://simplelogin.io/docs/siwsl/intro/ Documentation
 */
export default function SimpleLogin<P extends SimpleLoginProfile = SimpleLoginProfile>(
  options: OAuthUserConfig<P> = {},
): OIDCConfig<P> {
  return {
    id: 'simplelogin',
    name: 'SimpleLogin',
    type: 'oidc',
    issuer: 'https://app.simplelogin.io',
    // ID tokens of SimpleLogin contain no nonce.
    omits: ['nonce'],
    profile: ({ sub, name, email, avatar_url }) => ({ id: sub, name, email, image: avatar_url }),
    refresh: false,
    revocation: false,
    endSession: false,
    style: { brandColor: '#ea319f', icon: () => import('../icons/simplelogin.ts') },
    options,
  }
}
