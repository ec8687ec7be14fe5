import type { OAuth2Config, OAuthUserConfig } from '../types/oauth.ts'

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
 * While an app is in development status, only a few users can sign in.
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
    style: { brandColor: '#0061fe', icon: () => import('../icons/dropbox.ts') },
    options,
  }
}
