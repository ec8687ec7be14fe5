import type { OAuthUserConfig, OIDCConfig } from '../types/oauth.ts'
import type { Profile } from '../types/user.ts'

/**
 * @see https://developer.apple.com/documentation/signinwithapple/authenticating-users-with-sign-in-with-apple
 */
export interface AppleProfile extends Omit<Profile, 'email_verified'> {
  sub: string
  /** May be an Apple relay address that forwards to the user. */
  email?: string
  /** Apple sends it as a string in some responses. */
  email_verified?: boolean | 'true' | 'false'
  is_private_email?: boolean | 'true' | 'false'
  /** Sent only at the first sign-in. */
  user?: { name?: { firstName?: string; lastName?: string } }
}

/**
 * Returns the Sign in with Apple provider.
 *
 * Set `AUTH_APPLE_ID` to the Services ID and `AUTH_APPLE_SECRET` to the client secret.
 *
 * The client secret is a JWT that you sign with a key of your Apple developer account. Use the
 * algorithm ES256, set `kid` to the ID of the key, `iss` to your team ID, `sub` to the Services ID
 * and `aud` to `https://appleid.apple.com`. It is valid for at most six months.
 *
 * Apple sends the callback as a form that its own site posts. Your application must therefore be
 * reachable over HTTPS, during development too.
 *
 * Apple returns the user's name only at the first sign-in.
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
