import type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'
import type { Profile } from '../types/user.ts'

export type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'

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
  user?: { name?: { firstName?: string; lastName?: string }; email?: string }
}

/** What Apple sends in the form at the first sign-in. */
export type AppleNonConformUser = NonNullable<AppleProfile['user']>

/**
 * Returns the Sign in with Apple provider.
 *
 * Set `AUTH_APPLE_ID` to the Services ID and `AUTH_APPLE_SECRET` to the client secret.
 *
 * Create the application:
 * 1. Open **Certificates, Identifiers & Profiles → Identifiers**. Register an App ID with the
 *    capability **Sign in with Apple**, unless you have one.
 * 2. Register a **Services ID** there. Its identifier is the client ID.
 * 3. Open the Services ID, select **Sign in with Apple** and choose **Configure**. Select the App
 *    ID, and enter your site's domain.
 * 4. Paste the callback URL into **Return URLs** and save.
 * 5. Under **Keys**, create a key with **Sign in with Apple** and download it. You sign the client
 *    secret with it.
 *
 * Scopes: `name` gives the name, `email` the e-mail address. Apple has no other scopes.
 *
 * E-mail address: The address counts as verified if the claim `email_verified` is `true`. Users can
 * hide their address. Apple then returns a relay address, which forwards only e-mails from senders
 * that you register at Apple.
 *
 * Limits:
 * - Callback URLs must use HTTPS, during development too. Apple sends the callback as a form that
 *   its own site posts. Browsers send no session with it: a signed-in user cannot link an account.
 * - Apple returns the name only at the user's first sign-in.
 * - Apple does not return a picture.
 * - The client secret expires after six months at the latest.
 * - You must be a member of the Apple Developer Program.
 *
 * The client secret is a JWT that you sign with a key from your Apple developer account. Use the
 * algorithm ES256, set `kid` to the key ID, `iss` to your team ID, `sub` to the Services ID and
 * `aud` to `https://appleid.apple.com`.
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
    isEmailVerified: ({ email_verified: isVerified }) =>
      isVerified === undefined ? undefined : String(isVerified) === 'true',
    revocation: { endsGrant: true },
    endSession: false,
    style: { brandColor: '#000000', icon: () => import('../icons/apple.ts') },
    options,
  }
}
