import type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

export type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

/** @see https://developers.mattermost.com/api-documentation/#/operations/GetUser */
export interface MattermostProfile {
  id: string
  username: string
  first_name: string
  last_name: string
  email: string
  email_verified?: boolean
  /** Milliseconds since 1970. */
  create_at?: number
  /** Milliseconds since 1970. */
  update_at?: number
  /** Milliseconds since 1970; 0 for an active user. */
  delete_at?: number
  auth_data?: string
  auth_service?: string
  nickname?: string
  position?: string
  /** Separated by spaces. */
  roles?: string
  notify_props?: Record<string, string>
  /** Milliseconds since 1970. */
  last_password_update?: number
  locale?: string
  timezone?: { useAutomaticTimezone: string; manualTimezone: string; automaticTimezone: string }
  disable_welcome_email?: boolean
  terms_of_service_id?: string
  /** Milliseconds since 1970. */
  terms_of_service_create_at?: number
}

/**
 * Returns the Mattermost provider.
 *
 * Set `AUTH_MATTERMOST_ID` and `AUTH_MATTERMOST_SECRET` to your application's client ID and client
 * secret, and `AUTH_MATTERMOST_ISSUER` to your server's URL: `https://chat.example.com`.
 *
 * Create the application:
 * 1. As an administrator, open **System Console → Integrations → Integration Management**, and set
 *    **Enable OAuth 2.0 Service Provider** to **True**.
 * 2. In the product menu, open **Integrations → OAuth 2.0 Applications** and choose **Add OAuth 2.0
 *    Application**.
 * 3. Enter a **Display Name**, a **Description** and your site's **Homepage**.
 * 4. Add the callback URL to **Callback URLs** and save. Write one URL per line.
 * 5. Copy the client ID and the client secret.
 *
 * Scopes: `user` gives all the user's permissions. Mattermost has no other scopes.
 *
 * E-mail address: The address counts as verified if the profile's `email_verified` field is `true`.
 *
 * Limits:
 * - Mattermost shows pictures only to users who are signed in to it, so `user.image` is `null`.
 *
 * @see https://developers.mattermost.com/integrate/apps/authentication/oauth2/ Register an application
 * @see https://developers.mattermost.com/integrate/apps/authentication/oauth2/ Documentation
 */
export default function Mattermost<P extends MattermostProfile = MattermostProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return {
    id: 'mattermost',
    name: 'Mattermost',
    type: 'oauth',
    authorization: { url: '/oauth/authorize', params: { scope: 'user' } },
    token: { url: '/oauth/access_token', conform: nameRefusal },
    userinfo: '/api/v4/users/me',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ id, first_name, last_name, username, email }) => ({
      id,
      name: [first_name, last_name].filter(Boolean).join(' ') || username,
      email,
      image: null,
    }),
    style: { brandColor: '#1e325c', icon: () => import('../icons/mattermost.ts') },
    options,
  }
}

/** Names the error for a refresh token that is not valid: Mattermost has its own names. */
async function nameRefusal(response: Response): Promise<Response | undefined> {
  if (response.status !== 404) return undefined
  const { id } = (await response.json()) as { id?: string }
  const isRefusal = id?.endsWith('.refresh_token.app_error')
  return isRefusal ? Response.json({ error: 'invalid_grant' }, { status: 400 }) : undefined
}
