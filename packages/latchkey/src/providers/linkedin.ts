import type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'
import type { Profile } from '../types/user.ts'

export type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'

/**
 * @see https://learn.microsoft.com/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2#response-body-schema
 */
export interface LinkedInProfile extends Omit<Profile, 'email_verified'> {
  /** User ID, specific to this application. */
  sub: string
  /** LinkedIn sends it as a string in ID tokens. */
  email_verified?: boolean | 'true' | 'false'
}

/**
 * Returns the LinkedIn provider.
 *
 * Set `AUTH_LINKEDIN_ID` and `AUTH_LINKEDIN_SECRET` to your application's client ID and client
 * secret.
 *
 * Create the application:
 * 1. Choose **Create app**, enter a name and select your company's LinkedIn page.
 * 2. On the tab **Products**, request access to **Sign In with LinkedIn using OpenID Connect**.
 * 3. On the tab **Auth**, add the callback URL to **Authorized redirect URLs** and choose
 *    **Update**.
 * 4. Copy the **Client ID** and the **Client Secret** from the same tab.
 *
 * E-mail address: The address is missing if the account has none. It counts as verified if the
 * claim `email_verified` is `true`.
 *
 * @see https://www.linkedin.com/developers/apps Register an application
 * @see https://learn.microsoft.com/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2 Documentation
 */
export default function LinkedIn<P extends LinkedInProfile = LinkedInProfile>(
  options: OAuthUserConfig<P> = {},
): OIDCConfig<P> {
  return {
    id: 'linkedin',
    name: 'LinkedIn',
    type: 'oidc',
    issuer: 'https://www.linkedin.com/oauth',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    // LinkedIn rejects a code verifier if the client has a secret. Its ID tokens have no nonce.
    omits: ['pkce', 'nonce'],
    isEmailVerified: ({ email_verified: isVerified }) =>
      isVerified === undefined ? undefined : String(isVerified) === 'true',
    style: { brandColor: '#0a66c2' },
    options,
  }
}
