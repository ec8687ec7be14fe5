import type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

export type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

/** @see https://github.com/Medium/medium-api-docs/blob/master/api.md#31-users */
export interface MediumProfile {
  data: {
    id: string
    username: string
    name: string
    /** The user's page URL. */
    url: string
    imageUrl: string
  }
}

/**
 * Returns the Medium provider.
 *
 * Set `AUTH_MEDIUM_ID` and `AUTH_MEDIUM_SECRET` to your application's client ID and client secret.
 *
 * Medium accepts no new applications and no longer maintains its API. Use this provider only if you
 * already have a client ID.
 *
 * Scopes: `basicProfile` reads the profile. To list the user's publications too,
 * add `listPublications`. Scopes are separated by commas.
 *
 * Limits:
 * - Access tokens expire after 60 days.
 *
 * @see https://github.com/Medium/medium-api-docs/blob/master/api.md Documentation
 */
export default function Medium(options: OAuthUserConfig<MediumProfile> = {}): OAuth2Config<MediumProfile> {
  return {
    id: 'medium',
    name: 'Medium',
    type: 'oauth',
    authorization: { url: 'https://medium.com/m/oauth/authorize', params: { scope: 'basicProfile' } },
    token: 'https://api.medium.com/v1/tokens',
    userinfo: 'https://api.medium.com/v1/me',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ data: { id, name, username, imageUrl } }) => ({
      id,
      name: name || username,
      email: null,
      image: imageUrl,
    }),
    style: { brandColor: '#000000', icon: () => import('../icons/medium.ts') },
    options,
  }
}
