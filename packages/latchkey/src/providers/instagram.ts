import type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

export type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

/** @see https://developers.facebook.com/documentation/instagram-platform/reference/me */
export interface InstagramProfile {
  /** User ID, specific to this application. */
  id: string
  /** Instagram account ID, the same for all applications. */
  user_id?: string
  username: string
  name?: string
  account_type?: string
  profile_picture_url?: string
}

/**
 * Returns the Instagram provider.
 *
 * Set `AUTH_INSTAGRAM_ID` and `AUTH_INSTAGRAM_SECRET` to the Instagram app's ID and secret, not to
 * those of the Meta app that contains it.
 *
 * Create the application:
 * 1. In the Meta App Dashboard, create an app and add the product **Instagram**.
 * 2. Open **Instagram → API setup with Instagram login**.
 * 3. Under **Set up Instagram business login**, open **Business login settings**. Add
 *    the callback URL to the OAuth redirect URIs.
 * 4. Copy the **Instagram App ID** and the Instagram app secret.
 *
 * Scopes: `instagram_business_basic` reads the profile and the account's posts. To also publish
 * posts, add `instagram_business_content_publish`.
 *
 * Limits:
 * - Callback URLs must use HTTPS, during development too.
 * - Only professional accounts (business or creator) can sign in. The API for personal accounts,
 *   with the scope `user_profile`, was shut down in December 2024.
 * - Until Meta has approved the app for Advanced Access in App Review, only accounts that you own
 *   or manage can sign in.
 *
 * @see https://developers.facebook.com/apps Register an application
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login Documentation
 */
export default function Instagram(
  options: OAuthUserConfig<InstagramProfile> = {},
): OAuth2Config<InstagramProfile> {
  return {
    id: 'instagram',
    name: 'Instagram',
    type: 'oauth',
    authorization: {
      url: 'https://www.instagram.com/oauth/authorize',
      params: { scope: 'instagram_business_basic' },
    },
    token: { url: 'https://api.instagram.com/oauth/access_token', conform: unwrap },
    userinfo:
      'https://graph.instagram.com/me?fields=id,user_id,username,name,account_type,profile_picture_url',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    refresh: false,
    profile: ({ id, name, username, profile_picture_url }) => ({
      id,
      name: name || username,
      email: null,
      image: profile_picture_url ?? null,
    }),
    style: { brandColor: '#e4405f', icon: () => import('../icons/instagram.ts') },
    options,
  }
}

/**
 * Unwraps the token response. The documented response is an array with one element; the actual
 * response often is not.
 */
async function unwrap(response: Response): Promise<Response | undefined> {
  if (!response.ok) return undefined
  const body = (await response.json()) as { data?: object[] }
  return Response.json(body.data?.[0] ?? body)
}
