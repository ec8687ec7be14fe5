import type { OAuthUserConfig, OIDCConfig } from '../types/oauth.ts'
import type { Profile } from '../types/user.ts'

/** @see https://learn.microsoft.com/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2#response-body-schema */
export interface LinkedInProfile extends Omit<Profile, 'email_verified'> {
  /** Id of the person for this application. */
  sub: string
  /** LinkedIn writes it as text in ID tokens. */
  email_verified?: boolean | 'true' | 'false'
}

/**
 * LinkedIn. Environment: `AUTH_LINKEDIN_ID`, `AUTH_LINKEDIN_SECRET`. The application needs the product "Sign In with LinkedIn using OpenID Connect".
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
    // It refuses a code verifier from a client with a secret, and its ID tokens have no nonce.
    omits: ['pkce', 'nonce'],
    isEmailVerified: ({ email_verified: isVerified }) => isVerified === true || isVerified === 'true',
    style: { brandColor: '#0a66c2' },
    options,
  }
}
