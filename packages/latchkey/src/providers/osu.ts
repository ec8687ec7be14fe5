import type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'
import type { RevocationRequest } from '../types/providers/oauth-endpoints.ts'

export type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

/** @see https://osu.ppy.sh/docs/#get-own-data */
export interface OsuProfile {
  id: number
  username: string
  avatar_url: string
  country_code: string
  /** Restricted users can sign in too. */
  is_restricted?: boolean
  discord?: string | null
  has_supported?: boolean
  interests?: string | null
  /** ISO 8601. */
  join_date?: string
  kudosu?: { available: number; total: number }
  location?: string | null
  max_blocks?: number
  max_friends?: number
  occupation?: string | null
  playmode?: string
  playstyle?: string[] | null
  post_count?: number
  profile_order?: string[]
  title?: string | null
  title_url?: string | null
  twitter?: string | null
  website?: string | null
  country?: { code: string; name: string }
  cover?: { custom_url: string | null; url: string; id: string | number | null }
  default_group?: string
  is_active?: boolean
  is_bot?: boolean
  is_deleted?: boolean
  is_online?: boolean
  is_supporter?: boolean
  /** ISO 8601. */
  last_visit?: string | null
  pm_friends_only?: boolean
  profile_colour?: string | null
}

/**
 * Returns the osu! provider.
 *
 * Set `AUTH_OSU_ID` and `AUTH_OSU_SECRET` to your application's client ID and client secret.
 *
 * Create the application:
 * 1. In your osu! account settings, choose **New OAuth Application**.
 * 2. Enter an **Application Name**. You cannot change it later.
 * 3. Paste the callback URL into **Application Callback URL** and register the application.
 * 4. Copy the **Client ID** and the **Client Secret**.
 *
 * Scopes: `identify` reads the profile. To read the user's friends too, add `friends.read`.
 *
 * Limits:
 * - Restricted users can also sign in. To reject them, check the profile's `is_restricted` in the
 *   callback `signIn`.
 *
 * @see https://osu.ppy.sh/home/account/edit#new-oauth-application Register an application
 * @see https://osu.ppy.sh/docs/#authentication Documentation
 */
export default function Osu<P extends OsuProfile = OsuProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return {
    id: 'osu',
    name: 'osu!',
    type: 'oauth',
    authorization: { url: 'https://osu.ppy.sh/oauth/authorize', params: { scope: 'identify' } },
    token: 'https://osu.ppy.sh/oauth/token',
    userinfo: 'https://osu.ppy.sh/api/v2/me',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ id, username, avatar_url }) => ({
      id: String(id),
      name: username,
      email: null,
      image: avatar_url,
    }),
    revocation: { types: ['access_token'], request: revoke },
    style: { brandColor: '#ff66aa', icon: () => import('../icons/osu.ts') },
    options,
  }
}

/** Revokes an access token, and the refresh token that was issued with it. */
function revoke({ token, fetch }: RevocationRequest): Promise<Response> {
  const headers = { authorization: `Bearer ${token}` }
  return fetch('https://osu.ppy.sh/api/v2/oauth/tokens/current', { method: 'DELETE', headers })
}
