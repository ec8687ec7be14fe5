import type { OAuthUserConfig, OIDCConfig } from '../types/oauth.ts'
import type { Profile } from '../types/user.ts'

/**
 * @see https://learn.microsoft.com/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2#response-body-schema
 */
export interface LinkedInProfile extends Omit<Profile, 'email_verified'> {
  /** ID of the user, specific to this application. */
  sub: string
  /** LinkedIn sends it as a string in ID tokens. */
  email_verified?: boolean | 'true' | 'false'
}

/**
 * Returns the LinkedIn provider.
 *
 * Set `AUTH_LINKEDIN_ID` and `AUTH_LINKEDIN_SECRET` to the client ID and client secret of your
 * application.
 *
 * Add the product "Sign In with LinkedIn using OpenID Connect" to the application.
 *
 * @see https://www.linkedin.com/developers/apps Register an application
 * @see https://learn.microsoft.com/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2 Documentation
 */
export default function LinkedIn(
  options: OAuthUserConfig<LinkedInProfile> = {},
): OIDCConfig<LinkedInProfile> {
  return {
    id: 'linkedin',
    name: 'LinkedIn',
    type: 'oidc',
    issuer: 'https://www.linkedin.com/oauth',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    // LinkedIn rejects a code verifier if the client has a secret. Its ID tokens have no nonce.
    omits: ['pkce', 'nonce'],
    isEmailVerified: ({ email_verified: isVerified }) => isVerified === true || isVerified === 'true',
    style: { brandColor: '#0a66c2' },
    options,
  }
}
