import type { OAuthUserConfig, OIDCConfig } from '../types/oauth.ts'
import type { Profile } from '../types/user.ts'

/** @see https://developer.apple.com/documentation/signinwithapple/authenticating-users-with-sign-in-with-apple */
export interface AppleProfile extends Omit<Profile, 'email_verified'> {
  sub: string
  /** May be one of Apple's that forwards to the person. */
  email?: string
  /** Apple writes it as text in some answers. */
  email_verified?: boolean | 'true' | 'false'
  is_private_email?: boolean | 'true' | 'false'
  /** Only at the first sign-in. */
  user?: { name?: { firstName?: string; lastName?: string } }
}

/**
 * Sign in with Apple. Environment: `AUTH_APPLE_ID` (the Services ID), `AUTH_APPLE_SECRET`.
 *
 * The secret is a JWT that you sign with a key of your Apple account (ES256, `kid` and your team id as `iss`, `sub` the Services ID, `aud`
 * `https://appleid.apple.com`); it is good for six months at most. Apple calls back by a form that its site posts, so the application has to be
 * reached over HTTPS, also while you develop. The name comes at the first sign-in only.
 *
 * @see https://developer.apple.com/account/resources/identifiers/list/serviceId Register an application
 * @see https://developer.apple.com/documentation/signinwithapple Documentation
 */
export default function Apple(options: OAuthUserConfig<AppleProfile> = {}): OIDCConfig<AppleProfile> {
  return {
    id: 'apple',
    name: 'Apple',
    type: 'oidc',
    issuer: 'https://appleid.apple.com',
    authorization: { params: { scope: 'name email', response_mode: 'form_post' } },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ sub, user, email }) => ({
      id: sub,
      name: [user?.name?.firstName, user?.name?.lastName].filter(Boolean).join(' ') || null,
      email,
      image: null,
    }),
    isEmailVerified: ({ email_verified: isVerified }) => isVerified === true || isVerified === 'true',
    style: { brandColor: '#000000', icon: () => import('../icons/apple.ts') },
    options,
  }
}
