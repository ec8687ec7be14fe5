import type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

export type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

/** @see https://developers.facebook.com/documentation/threads/threads-profiles */
export interface ThreadsProfile {
  /** User ID, specific to this application. */
  id: string
  /** The handle. Users can change it. */
  username: string
  name?: string
  threads_profile_picture_url?: string
}

/**
 * Returns the Threads provider.
 *
 * Set `AUTH_THREADS_ID` and `AUTH_THREADS_SECRET` to the Threads app ID and secret, which a Meta
 * app has in addition to its own.
 *
 * Create the application:
 * 1. In the Meta app dashboard, create an app with the use case **Access the Threads API**.
 * 2. Open **Use cases**, choose **Customize** for this use case, and open **Settings**.
 * 3. Add the callback URL to **Redirect Callback URLs** and save.
 * 4. Copy the Threads app ID and the Threads app secret.
 *
 * Scopes: `threads_basic` reads the profile. To publish posts for the user,
 * add `threads_content_publish`.
 *
 * Limits:
 * - Callback URLs must use HTTPS, during development too.
 * - Until Meta has reviewed the app, only its testers can sign in.
 * - Access tokens expire after one hour.
 *
 * @see https://developers.facebook.com/apps Register an application
 * @see https://developers.facebook.com/documentation/threads/get-started/get-access-tokens-and-permissions Documentation
 */
export default function Threads(options: OAuthUserConfig<ThreadsProfile> = {}): OAuth2Config<ThreadsProfile> {
  return {
    id: 'threads',
    name: 'Threads',
    type: 'oauth',
    authorization: { url: 'https://threads.com/oauth/authorize', params: { scope: 'threads_basic' } },
    token: 'https://graph.threads.com/oauth/access_token',
    userinfo: 'https://graph.threads.com/v1.0/me?fields=id,username,name,threads_profile_picture_url',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ id, name, username, threads_profile_picture_url: image }) => ({
      id,
      name: name ?? username,
      email: null,
      image: image ?? null,
    }),
    refresh: false,
    style: { brandColor: '#000000', icon: () => import('../icons/threads.ts') },
    options,
  }
}
