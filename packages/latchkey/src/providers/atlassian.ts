import type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

export type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

/** @see https://developer.atlassian.com/cloud/confluence/user-identity-api-reference/ */
export interface AtlassianProfile {
  account_type: string
  account_id: string
  account_status: string
  name: string
  nickname?: string
  /** Empty or missing if the user's settings hide it. */
  email?: string
  email_verified?: boolean
  picture: string
}

/**
 * Returns the Atlassian provider.
 *
 * Set `AUTH_ATLASSIAN_ID` and `AUTH_ATLASSIAN_SECRET` to your application's client ID and client
 * secret.
 *
 * Create the application:
 * 1. In the developer console, choose **Create** and select **OAuth 2.0 integration**.
 * 2. Under **Permissions**, add the **User identity API** with the scope `read:me`.
 * 3. Under **Authorization**, configure **OAuth 2.0 (3LO)**. Paste the callback URL into **Callback
 *    URL** and save.
 * 4. Copy the **Client ID** and the **Secret** from **Settings**.
 * 5. Under **Distribution**, enable sharing.
 *
 * Scopes: `read:me` reads the profile. For a refresh token, add `offline_access`.
 *
 * E-mail address: The address is missing if the user's settings hide it. Atlassian's documentation
 * describes no field that reports verification.
 *
 * Limits:
 * - An application has only one callback URL.
 * - Until you enable sharing, only the application's owner can sign in.
 *
 * @see https://developer.atlassian.com/console/myapps/ Register an application
 * @see https://developer.atlassian.com/cloud/jira/platform/oauth-2-3lo-apps/ Documentation
 */
export default function Atlassian(
  options: OAuthUserConfig<AtlassianProfile> = {},
): OAuth2Config<AtlassianProfile> {
  return {
    id: 'atlassian',
    name: 'Atlassian',
    type: 'oauth',
    authorization: {
      url: 'https://auth.atlassian.com/authorize',
      params: { audience: 'api.atlassian.com', scope: 'read:me', prompt: 'consent' },
    },
    token: 'https://auth.atlassian.com/oauth/token',
    userinfo: 'https://api.atlassian.com/me',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ account_id, name, email, picture }) => ({
      id: account_id,
      name,
      email: email || null,
      image: picture,
    }),
    style: { brandColor: '#0052cc', icon: () => import('../icons/atlassian.ts') },
    options,
  }
}
