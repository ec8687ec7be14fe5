import type { OAuth2Config, OAuthUserConfig } from '../types/oauth.ts'

/** @see https://developers.facebook.com/docs/graph-api/reference/user/ */
export interface FacebookProfile {
  /** ID of the user, specific to this application. */
  id: string
  name: string
  /** Missing if the user has only a phone number or does not share the address. */
  email?: string
  picture: { data: { url: string; is_silhouette: boolean; width: number; height: number } }
}

/**
 * Returns the Facebook provider.
 *
 * Set `AUTH_FACEBOOK_ID` and `AUTH_FACEBOOK_SECRET` to the client ID and client secret of your
 * application.
 *
 * Many users have no e-mail address on Facebook, and Facebook does not report whether an address is
 * verified.
 *
 * Leave "Require app secret" off in the application's settings. Outside development mode, callback
 * URLs must use HTTPS.
 *
 * @see https://developers.facebook.com/apps/ Register an application
 * @see https://developers.facebook.com/documentation/facebook-login/guides/advanced/manual-flow Documentation
 */
export default function Facebook(
  options: OAuthUserConfig<FacebookProfile> = {},
): OAuth2Config<FacebookProfile> {
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
    style: { brandColor: '#0866ff', icon: () => import('../icons/facebook.ts') },
    options,
  }
}
