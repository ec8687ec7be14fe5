import type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

export type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

/** @see https://developers.facebook.com/docs/graph-api/reference/user/ */
export interface FacebookProfile {
  /** User ID, specific to this application. */
  id: string
  name: string
  /** Missing if the user has only a phone number or does not share the address. */
  email?: string
  picture: { data: { url: string; is_silhouette: boolean; width: number; height: number } }
}

/**
 * Returns the Facebook provider.
 *
 * Set `AUTH_FACEBOOK_ID` and `AUTH_FACEBOOK_SECRET` to your application's client ID and client
 * secret.
 *
 * Create the application:
 * 1. In the dashboard, choose **Create App** and select the use case **Authenticate and request
 *    data from users with Facebook Login**.
 * 2. Under **Use cases**, customize this use case and add the permission **email**.
 * 3. Open **Facebook Login → Settings** there, and add the callback URL to **Valid OAuth Redirect
 *    URIs**.
 * 4. Copy the **App ID** and the **App Secret** from **App settings → Basic**.
 * 5. To let all users sign in, publish the app.
 *
 * Scopes: `email` gives the e-mail address. Facebook always grants `public_profile`, which gives
 * the name and the picture. Most other scopes need a review by Meta.
 *
 * E-mail address: The address is missing if the user has only a phone number or does not share the
 * address. Facebook does not report whether it is verified.
 *
 * Limits:
 * - In development mode, only users with a role in the app can sign in.
 * - Outside development mode, callback URLs must use HTTPS, for `localhost` too.
 * - Leave **Require app secret** off in the advanced settings. Latchkey sends no app secret proof.
 *
 * @see https://developers.facebook.com/apps/ Register an application
 * @see https://developers.facebook.com/documentation/facebook-login/guides/advanced/manual-flow Documentation
 */
export default function Facebook<P extends FacebookProfile = FacebookProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return {
    id: 'facebook',
    name: 'Facebook',
    type: 'oauth',
    // The URLs contain no version, because each one expires after two years. Facebook then uses the
    // oldest version that is still available.
    authorization: { url: 'https://www.facebook.com/dialog/oauth', params: { scope: 'email' } },
    token: 'https://graph.facebook.com/oauth/access_token',
    userinfo: 'https://graph.facebook.com/me?fields=id,name,email,picture',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ id, name, email, picture }) => ({ id, name, email: email ?? null, image: picture.data.url }),
    refresh: false,
    revocation: {
      types: ['access_token'],
      endsGrant: true,
      request: ({ token, fetch }) =>
        fetch('https://graph.facebook.com/me/permissions', {
          method: 'DELETE',
          headers: { authorization: `Bearer ${token}` },
        }),
    },
    style: { brandColor: '#0866ff', icon: () => import('../icons/facebook.ts') },
    options,
  }
}
