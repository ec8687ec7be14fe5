import type { OAuth2Config, OAuthUserConfig } from '../types/oauth.ts'

/** @see https://developers.facebook.com/documentation/instagram-platform/reference/me */
export interface InstagramProfile {
  /** Id of the person for this application. */
  id: string
  /** Id of the Instagram account, the same for all applications. */
  user_id?: string
  username: string
  name?: string
  account_type?: string
  profile_picture_url?: string
}

/**
 * Instagram. Environment: `AUTH_INSTAGRAM_ID`, `AUTH_INSTAGRAM_SECRET`, those of the Instagram app, not of the Meta app around it.
 *
 * Only professional accounts (business or creator) can sign in: the API for private ones, with the scope `user_profile`, ended in December 2024.
 * It tells no e-mail address, and takes only callback URLs with HTTPS. The access token ends after an hour.
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

/** The documented answer is a list of one, the real one often is not; neither says the type of the token. */
async function unwrap(response: Response): Promise<Response | undefined> {
  if (!response.ok) return undefined
  const answer = (await response.json()) as { data?: object[] }
  return Response.json({ token_type: 'bearer', ...(answer.data?.[0] ?? answer) })
}
