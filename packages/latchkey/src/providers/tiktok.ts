import type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

export type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

/** @see https://developers.tiktok.com/doc/tiktok-api-v2-get-user-info */
export interface TikTokProfile {
  data: {
    user: {
      /** User ID, specific to this application. */
      open_id: string
      /** User ID across a developer's applications. Included in `user.info.basic`. */
      union_id?: string
      avatar_url: string
      display_name: string
      avatar_url_100?: string
      avatar_large_url?: string
      username?: string
      bio_description?: string
      profile_deep_link?: string
      is_verified?: boolean
      follower_count?: number
      following_count?: number
      likes_count?: number
      video_count?: number
    }
  }
  error: { code: string; message: string; log_id: string }
}

/** @deprecated Use {@link TikTokProfile}. */
export type TiktokProfile = TikTokProfile

/**
 * Returns the TikTok provider.
 *
 * Set `AUTH_TIKTOK_ID` to the client key and `AUTH_TIKTOK_SECRET` to the client secret.
 *
 * Create the application:
 * 1. In the developer portal, open **Manage apps** and choose **Connect an app**.
 * 2. Enter the app details, and add the product **Login Kit**.
 * 3. In the configuration of Login Kit, add the callback URL as a redirect URI for the web.
 * 4. Copy the client key and the client secret.
 * 5. Submit the app for review.
 *
 * Scopes: `user.info.basic` reads the profile. To list the user's public videos too,
 * add `video.list`. TikTok expects scopes separated by commas.
 *
 * Limits:
 * - Callback URLs must use HTTPS, during development too.
 * - Until TikTok has reviewed the app, use a sandbox. Only the target users that you add to it can
 *   sign in.
 *
 * @see https://developers.tiktok.com/apps Register an application
 * @see https://developers.tiktok.com/doc/login-kit-web Documentation
 */
export default function TikTok(options: OAuthUserConfig<TikTokProfile> = {}): OAuth2Config<TikTokProfile> {
  return {
    id: 'tiktok',
    name: 'TikTok',
    type: 'oauth',
    authorization: { url: 'https://www.tiktok.com/v2/auth/authorize/', params: { scope: 'user.info.basic' } },
    token: 'https://open.tiktokapis.com/v2/oauth/token/',
    userinfo: 'https://open.tiktokapis.com/v2/user/info/?fields=open_id,union_id,avatar_url,display_name',
    clientIdParameter: 'client_key',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ data: { user } }) => ({
      id: user.open_id,
      name: user.display_name,
      email: null,
      image: user.avatar_url,
    }),
    revocation: {
      url: 'https://open.tiktokapis.com/v2/oauth/revoke/',
      types: ['access_token'],
      endsGrant: true,
    },
    style: { brandColor: '#000000', icon: () => import('../icons/tiktok.ts') },
    options,
  }
}
