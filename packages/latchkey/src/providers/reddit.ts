import type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

export type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

/** @see https://www.reddit.com/dev/api/oauth#GET_api_v1_me */
export interface RedditProfile {
  /** A base-36 number, without the `t2_` prefix that Reddit uses elsewhere. */
  id: string
  name: string
  /** Empty if there is no picture. */
  icon_img?: string
}

/**
 * Returns the Reddit provider.
 *
 * Set `AUTH_REDDIT_ID` and `AUTH_REDDIT_SECRET` to your application's client ID and client secret.
 *
 * Create the application:
 * 1. Open the applications in your Reddit account's preferences, and create an application.
 * 2. Enter a name, and select the type **web app**.
 * 3. Paste the callback URL into **redirect uri**, and create the app.
 * 4. Copy the client ID, which Reddit shows below the name, and the **secret**.
 *
 * Scopes: `identity` reads the profile. To list the user's subreddits too, add `mysubreddits`.
 *
 * Limits:
 * - Since November 2025, Reddit must approve new applications.
 * - An application has only one callback URL.
 * - Access tokens expire after one hour. For a refresh token, set `authorization: { params: {
 *   duration: 'permanent' } }`.
 *
 * @see https://www.reddit.com/prefs/apps Register an application
 * @see https://github.com/reddit-archive/reddit/wiki/OAuth2 Documentation
 */
export default function Reddit(options: OAuthUserConfig<RedditProfile> = {}): OAuth2Config<RedditProfile> {
  return {
    id: 'reddit',
    name: 'Reddit',
    type: 'oauth',
    authorization: { url: 'https://www.reddit.com/api/v1/authorize', params: { scope: 'identity' } },
    token: 'https://www.reddit.com/api/v1/access_token',
    // Without `raw_json`, Reddit escapes the "&" in URLs of pictures as in HTML.
    userinfo: 'https://oauth.reddit.com/api/v1/me?raw_json=1',
    profile: ({ id, name, icon_img }) => ({ id, name, email: null, image: icon_img || null }),
    revocation: 'https://www.reddit.com/api/v1/revoke_token',
    style: { brandColor: '#ff4500', icon: () => import('../icons/reddit.ts') },
    options,
  }
}
