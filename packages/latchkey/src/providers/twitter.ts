import type { OAuth2Config, OAuthUserConfig } from '../types/oauth.ts'

/** @see https://docs.x.com/x-api/users/get-my-user */
export interface TwitterProfile {
  data: {
    /** A number that is too large for JavaScript, as text. */
    id: string
    name: string
    /** The handle. People can change it. */
    username: string
    /** A picture of 48 pixels; without `_normal` at the end of its name as large as it was uploaded. */
    profile_image_url?: string
    /** Only with the scope `users.email`, and when it was asked for. */
    confirmed_email?: string
  }
}

/**
 * X, formerly Twitter. Environment: `AUTH_TWITTER_ID`, `AUTH_TWITTER_SECRET`: the client id and client secret of OAuth 2.0, not the API keys.
 * X bills applications per request: a sign-in reads one account.
 *
 * It tells an e-mail address only to applications that switch that on in the developer portal. They add the scope `users.email`, and
 * `confirmed_email` to what the userinfo endpoint is asked for.
 *
 * @example
 * ```ts
 * import Twitter from 'latchkey/providers/twitter'
 *
 * Twitter({
 *   authorization: { params: { scope: 'users.read tweet.read users.email offline.access' } },
 *   userinfo: { params: { 'user.fields': 'profile_image_url,confirmed_email' } },
 * })
 * ```
 * @see https://developer.x.com/en/portal/dashboard Register an application
 * @see https://docs.x.com/fundamentals/authentication/oauth-2-0/user-access-token Documentation
 */
export default function Twitter(options: OAuthUserConfig<TwitterProfile> = {}): OAuth2Config<TwitterProfile> {
  return {
    id: 'twitter',
    name: 'X',
    type: 'oauth',
    authorization: {
      url: 'https://x.com/i/oauth2/authorize',
      params: { scope: 'users.read tweet.read offline.access' },
    },
    token: 'https://api.x.com/2/oauth2/token',
    userinfo: { url: 'https://api.x.com/2/users/me', params: { 'user.fields': 'profile_image_url' } },
    profile: ({ data }) => ({
      id: data.id,
      name: data.name,
      email: data.confirmed_email ?? null,
      image: data.profile_image_url ?? null,
    }),
    isEmailVerified: ({ data }) => data.confirmed_email !== undefined,
    style: { brandColor: '#000000', icon: () => import('../icons/twitter.ts') },
    options,
  }
}
