import type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

export type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

/** @see https://developer.clickup.com/reference/getauthorizeduser */
export interface ClickUpProfile {
  user: {
    id: number
    username: string
    email?: string
    color: string
    profilePicture: string | null
  }
}

/**
 * Returns the ClickUp provider.
 *
 * Set `AUTH_CLICK_UP_ID` and `AUTH_CLICK_UP_SECRET` to your application's client ID and client
 * secret.
 *
 * Create the application:
 * 1. As a workspace owner or admin, open **Settings → ClickUp API** and choose **Create an App**.
 * 2. Enter a name, and add the callback URL to the redirect URLs. Choose **Create App**.
 * 3. Copy the **Client ID** and the **Client Secret**.
 *
 * Scopes: Instead of scopes, users select the workspaces that the application may access.
 *
 * E-mail address: The address comes from the user's profile. ClickUp does not report whether it is
 * verified.
 *
 * Limits:
 * - Access tokens do not expire.
 *
 * @see https://app.clickup.com/settings/apps Register an application
 * @see https://developer.clickup.com/docs/authentication Documentation
 */
export default function ClickUp(options: OAuthUserConfig<ClickUpProfile> = {}): OAuth2Config<ClickUpProfile> {
  return {
    id: 'click-up',
    name: 'ClickUp',
    type: 'oauth',
    authorization: { url: 'https://app.clickup.com/api', params: { scope: '' } },
    token: 'https://api.clickup.com/api/v2/oauth/token',
    userinfo: 'https://api.clickup.com/api/v2/user',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ user: { id, username, email, profilePicture } }) => ({
      id: String(id),
      name: username,
      email: email ?? null,
      image: profilePicture,
    }),
    refresh: false,
    style: { brandColor: '#7b68ee', icon: () => import('../icons/click-up.ts') },
    options,
  }
}
