import type { OAuth2Config, OAuthUserConfig } from '../types/oauth.ts'

/** @see https://www.reddit.com/dev/api/oauth#GET_api_v1_me */
export interface RedditProfile {
  /** A number in base 36, without the `t2_` that stands before it elsewhere. */
  id: string
  name: string
  /** Empty, if there is none. */
  icon_img?: string
}

/**
 * Reddit. Environment: `AUTH_REDDIT_ID`, `AUTH_REDDIT_SECRET`.
 *
 * It tells no e-mail address. Since November 2025 Reddit has to approve of new applications. An access token is good for one hour; set the
 * parameter `duration` of the authorization to `permanent` to get a refresh token, too.
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
    // Unless it is asked for raw text, Reddit writes the "&" of a picture's address as in HTML.
    userinfo: 'https://oauth.reddit.com/api/v1/me?raw_json=1',
    profile: ({ id, name, icon_img }) => ({ id, name, email: null, image: icon_img || null }),
    style: { brandColor: '#ff4500', icon: () => import('../icons/reddit.ts') },
    options,
  }
}
