import type { OAuth2Config, OAuthUserConfig } from '../types/oauth.ts'

/** @see https://developers.facebook.com/docs/graph-api/reference/user/ */
export interface FacebookProfile {
  /** Of the person for this application. */
  id: string
  name: string
  /** Missing for people who have a phone number only, or who do not share it. */
  email?: string
  picture: { data: { url: string; is_silhouette: boolean; width: number; height: number } }
}

/**
 * Facebook. Environment: `AUTH_FACEBOOK_ID`, `AUTH_FACEBOOK_SECRET`.
 *
 * Many people have no e-mail address there, and Facebook does not say whether one is verified. In the settings of the application leave
 * “Require app secret” off. Outside development mode callback URLs need HTTPS.
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
    // Without a version, which ends after two years: Facebook takes the oldest that is still there.
    authorization: { url: 'https://www.facebook.com/dialog/oauth', params: { scope: 'email' } },
    token: 'https://graph.facebook.com/oauth/access_token',
    userinfo: 'https://graph.facebook.com/me?fields=id,name,email,picture',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ id, name, email, picture }) => ({ id, name, email: email ?? null, image: picture.data.url }),
    style: { brandColor: '#0866ff', icon: () => import('../icons/facebook.ts') },
    options,
  }
}
