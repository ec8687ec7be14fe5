import type { OAuth2Config, OAuthUserConfig } from '../types/oauth.ts'

/** @see https://docs.gitlab.com/api/users/#get-the-current-user */
export interface GitLabProfile {
  id: number
  username: string
  name: string
  email: string
  avatar_url: string | null
  /** Time at which the address was verified. */
  confirmed_at: string | null
}

/** Options of the GitLab provider. */
export interface GitLabOptions extends OAuthUserConfig<GitLabProfile> {
  /** URL of a self-managed GitLab server: `https://gitlab.example.com`. */
  baseUrl?: string
}

/**
 * Returns the GitLab provider.
 *
 * Set `AUTH_GITLAB_ID` and `AUTH_GITLAB_SECRET` to the client ID and client secret of your
 * application.
 *
 * Create the application:
 * 1. Select your avatar, and open **Edit profile → Applications**. Choose **Add new application**.
 * 2. Enter a **Name**, and paste the callback URL into **Redirect URI**. Write one URL per line.
 * 3. Leave **Confidential** selected, and select the scope **read_user**.
 * 4. Choose **Save application**. Copy the **Application ID** and the **Secret**.
 *
 * Scopes: `read_user` reads the profile and the e-mail address. To read the user's projects too,
 * add `read_api`. Select every scope that you request in the application as well.
 *
 * E-mail address: The address is the primary address of the account. It counts as verified if the
 * field `confirmed_at` of the profile has a value. An address from a self-managed server does not
 * count as verified, because its administrators can turn the confirmation off. If yours confirms
 * all addresses, set `isEmailVerified: () => true`.
 *
 * Limits:
 * - Access tokens expire after two hours. GitLab returns a refresh token.
 *
 * @see https://gitlab.com/-/user_settings/applications Register an application
 * @see https://docs.gitlab.com/api/oauth2/ Documentation
 */
export default function GitLab({ baseUrl, ...options }: GitLabOptions = {}): OAuth2Config<GitLabProfile> {
  const site = baseUrl?.replace(/\/+$/, '') ?? 'https://gitlab.com'
  return {
    id: 'gitlab',
    name: 'GitLab',
    type: 'oauth',
    authorization: { url: `${site}/oauth/authorize`, params: { scope: 'read_user' } },
    token: `${site}/oauth/token`,
    userinfo: `${site}/api/v4/user`,
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ id, name, username, email, avatar_url }) => ({
      id: String(id),
      name: name || username,
      email,
      image: avatar_url,
    }),
    // A server that confirms no addresses sets the time for all users.
    isEmailVerified: ({ confirmed_at }) =>
      site === 'https://gitlab.com' ? Boolean(confirmed_at) : undefined,
    style: { brandColor: '#fc6d26', icon: () => import('../icons/gitlab.ts') },
    options,
  }
}
