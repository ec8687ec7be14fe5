import type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

export type { OAuth2Config } from '../types/providers/oauth.ts'

/** @see https://docs.gitlab.com/api/users/#get-the-current-user */
export interface GitLabProfile {
  id: number
  username: string
  name: string
  email: string
  avatar_url: string | null
  /** Time at which the address was verified. */
  confirmed_at: string | null
  state?: string
  web_url?: string
  /** ISO 8601. */
  created_at?: string
  bio?: string
  location?: string | null
  public_email?: string | null
  skype?: string
  linkedin?: string
  twitter?: string
  website_url?: string
  organization?: string | null
  job_title?: string
  pronouns?: string | null
  bot?: boolean
  work_information?: string | null
  followers?: number
  following?: number
  local_time?: string | null
  last_sign_in_at?: string | null
  theme_id?: number
  last_activity_on?: string
  color_scheme_id?: number
  projects_limit?: number
  current_sign_in_at?: string | null
  identities?: { provider: string; extern_uid: string }[]
  can_create_group?: boolean
  can_create_project?: boolean
  two_factor_enabled?: boolean
  external?: boolean
  private_profile?: boolean
  commit_email?: string
  shared_runners_minutes_limit?: number | null
  extra_shared_runners_minutes_limit?: number | null
}

/** Options for the GitLab provider. */
export interface GitLabOptions<P extends GitLabProfile = GitLabProfile> extends OAuthUserConfig<P> {
  /** The URL of a self-managed GitLab server: `https://gitlab.example.com`. */
  baseUrl?: string
}

/**
 * Returns the GitLab provider.
 *
 * Set `AUTH_GITLAB_ID` and `AUTH_GITLAB_SECRET` to your application's client ID and client secret.
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
 * E-mail address: The address is the account's primary address. It counts as verified if the
 * profile's `confirmed_at` field has a value. An address from a self-managed server does not count
 * as verified, because its administrators can turn the confirmation off. If yours confirms all
 * addresses, set `isEmailVerified: () => true`.
 *
 * @see https://gitlab.com/-/user_settings/applications Register an application
 * @see https://docs.gitlab.com/api/oauth2/ Documentation
 */
export default function GitLab<P extends GitLabProfile = GitLabProfile>({
  baseUrl,
  ...options
}: GitLabOptions<P> = {}): OAuth2Config<P> {
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
    revocation: `${site}/oauth/revoke`,
    style: { brandColor: '#fc6d26', icon: () => import('../icons/gitlab.ts') },
    options,
  }
}
