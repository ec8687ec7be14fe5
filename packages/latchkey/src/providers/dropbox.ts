import type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

export type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

/**
 * @see https://www.dropbox.com/developers/documentation/http/documentation#users-get_current_account
 */
export interface DropboxProfile {
  account_id: string
  name: { display_name: string; given_name: string; surname: string; familiar_name: string }
  email: string
  email_verified: boolean
  /** Missing if the user has no picture. */
  profile_photo_url?: string
}

const ACCOUNT = 'https://api.dropboxapi.com/2/users/get_current_account'

/**
 * Returns the Dropbox provider.
 *
 * Set `AUTH_DROPBOX_ID` to the app key and `AUTH_DROPBOX_SECRET` to the app secret.
 *
 * Create the application:
 * 1. In the App Console, choose **Create app** and select **Scoped access**. Select the type of
 *    access and enter a name.
 * 2. On the tab **Settings**, add the callback URL to **Redirect URIs**.
 * 3. On the tab **Permissions**, leave `account_info.read` selected.
 * 4. Copy the **App key** and the **App secret** from the tab **Settings**.
 *
 * Scopes: `account_info.read` reads the profile. To read files too, add `files.content.read`, and
 * select it on the tab **Permissions**.
 *
 * E-mail address: The address counts as verified if the profile's `email_verified` field is `true`.
 *
 * Limits:
 * - While an app has the status **Development**, only a limited number of users can sign in. To
 *   lift the limit, choose **Apply for production**.
 * - The type of access cannot be changed later.
 *
 * @see https://www.dropbox.com/developers/apps Register an application
 * @see https://developers.dropbox.com/oauth-guide Documentation
 */
export default function Dropbox(options: OAuthUserConfig<DropboxProfile> = {}): OAuth2Config<DropboxProfile> {
  return {
    id: 'dropbox',
    name: 'Dropbox',
    type: 'oauth',
    authorization: {
      url: 'https://www.dropbox.com/oauth2/authorize',
      params: { scope: 'account_info.read', token_access_type: 'offline' },
    },
    token: 'https://api.dropboxapi.com/oauth2/token',
    userinfo: {
      url: ACCOUNT,
      // Dropbox uses POST for read requests too.
      async request({ tokens, fetch }) {
        const response = await fetch(ACCOUNT, {
          method: 'POST',
          headers: { authorization: `Bearer ${tokens.access_token}` },
        })
        if (response.ok) return response.json()
        throw new Error(`Dropbox returned status ${response.status} for the profile request.`)
      },
    },
    profile: ({ account_id, name, email, profile_photo_url }) => ({
      id: account_id,
      name: name.display_name,
      email,
      image: profile_photo_url ?? null,
    }),
    // Also disables the refresh token and its other access tokens.
    revocation: {
      types: ['access_token'],
      request: ({ token, fetch }) =>
        fetch('https://api.dropboxapi.com/2/auth/token/revoke', {
          method: 'POST',
          headers: { authorization: `Bearer ${token}` },
        }),
    },
    style: { brandColor: '#0061fe', icon: () => import('../icons/dropbox.ts') },
    options,
  }
}
