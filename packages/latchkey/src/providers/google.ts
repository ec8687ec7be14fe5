import type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'
import type { Profile } from '../types/user.ts'

export type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'

/**
 * @see https://developers.google.com/identity/openid-connect/openid-connect#an-id-tokens-payload
 */
export interface GoogleProfile extends Profile {
  sub: string
  /** Domain that the account's organization owns. */
  hd?: string
}

/**
 * Returns the Google provider.
 *
 * Set `AUTH_GOOGLE_ID` and `AUTH_GOOGLE_SECRET` to your application's client ID and client secret.
 *
 * Create the application:
 * 1. In the Google Cloud console, open **Google Auth Platform → Clients** and choose **Create
 *    client**. In a new project, first choose **Get started**, and enter the name, an e-mail
 *    address and the audience: **Internal** for your Workspace, **External** for everyone.
 * 2. Select **Web application** as the application type.
 * 3. Add the callback URL to **Authorized redirect URIs**.
 * 4. Choose **Create**, and copy the client ID and the client secret. Google shows the secret only
 *    once.
 *
 * E-mail address: The address counts as verified if the claim `email_verified` is `true`. Google is
 * authoritative only for addresses of Gmail and of Google Workspace, whose users have the claim
 * `hd`. Any other address may have changed hands since Google verified it.
 *
 * Limits:
 * - While the publishing status is **Testing**, only the test users that you list under
 *   **Audience** can sign in: at most 100.
 * - Without `prompt: 'consent'`, Google returns a refresh token only at the first sign-in.
 * - To allow only your Workspace's users, choose the audience **Internal**, or check the claim `hd`
 *   in the `signIn` callback.
 *
 * @see https://console.cloud.google.com/auth/clients Register an application
 * @see https://developers.google.com/identity/openid-connect/openid-connect Documentation
 */
export default function Google<P extends GoogleProfile = GoogleProfile>(
  options: OAuthUserConfig<P> = {},
): OIDCConfig<P> {
  return {
    id: 'google',
    name: 'Google',
    type: 'oidc',
    issuer: 'https://accounts.google.com',
    revocation: { endsGrant: true },
    endSession: false,
    style: { brandColor: '#1a73e8', icon: () => import('../icons/google.ts') },
    options,
  }
}
