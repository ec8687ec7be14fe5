import type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

export type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

/** @see https://developers.zoom.us/docs/api/users/#tag/users/GET/users/{userId} */
export interface ZoomProfile {
  id: string
  first_name: string
  last_name?: string
  display_name?: string
  email: string
  /** `1` if the address is verified, `0` if not. */
  verified?: 0 | 1
  /** Missing if the user has no picture. */
  pic_url?: string
  account_id: string
  type?: number
  role_name?: string
  pmi?: number
  use_pmi?: boolean
  vanity_url?: string
  personal_meeting_url?: string
  timezone?: string
  dept?: string
  /** ISO 8601. */
  created_at?: string
  /** ISO 8601. */
  last_login_time?: string
  last_client_version?: string
  host_key?: string
  jid?: string
  group_ids?: string[]
  im_group_ids?: string[]
  language?: string
  phone_country?: string
  phone_number?: string
  status?: string
}

/**
 * Returns the Zoom provider.
 *
 * Set `AUTH_ZOOM_ID` and `AUTH_ZOOM_SECRET` to your application's client ID and client secret.
 *
 * Create the application:
 * 1. In the Zoom App Marketplace, choose **Develop → Build App**. Select **General App** and choose
 *    **Create**.
 * 2. Under **Select how the app is managed**, select **User-managed**.
 * 3. Enter the callback URL in **OAuth Redirect URL**, and add it to the **OAuth Allow Lists**.
 * 4. On the page **Scopes**, add `user:read:user`. Older applications have `user:read` instead.
 * 5. Copy the client ID and the client secret from **App Credentials**.
 *
 * Scopes: The registration decides which scopes Zoom grants.
 *
 * E-mail address: The address is the Zoom account's. It counts as verified if the profile's
 * `verified` field is `1`.
 *
 * Limits:
 * - Until Zoom has reviewed the application, only users in your own Zoom account can sign in.
 * - The credentials for development and for production differ.
 *
 * @see https://marketplace.zoom.us/develop/create Register an application
 * @see https://developers.zoom.us/docs/integrations/oauth/ Documentation
 */
export default function Zoom(options: OAuthUserConfig<ZoomProfile> = {}): OAuth2Config<ZoomProfile> {
  return {
    id: 'zoom',
    name: 'Zoom',
    type: 'oauth',
    authorization: { url: 'https://zoom.us/oauth/authorize', params: { scope: '' } },
    token: 'https://zoom.us/oauth/token',
    userinfo: 'https://api.zoom.us/v2/users/me',
    profile: ({ id, first_name, last_name, email, pic_url }) => ({
      id,
      name: [first_name, last_name].filter(Boolean).join(' ') || null,
      email,
      image: pic_url ?? null,
    }),
    isEmailVerified: ({ verified }) => verified === 1,
    revocation: { url: 'https://zoom.us/oauth/revoke', types: ['access_token'], endsGrant: true },
    style: { brandColor: '#0b5cff', icon: () => import('../icons/zoom.ts') },
    options,
  }
}
