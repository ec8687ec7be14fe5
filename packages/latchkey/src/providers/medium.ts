import type { OAuth2Config, OAuthUserConfig } from '../types/oauth.ts'

/** @see https://github.com/Medium/medium-api-docs/blob/master/api.md#31-users */
export interface MediumProfile {
  data: {
    id: string
    username: string
    name: string
    /** The page of the person. */
    url: string
    imageUrl: string
  }
}

/**
 * Medium. Environment: `AUTH_MEDIUM_ID`, `AUTH_MEDIUM_SECRET`. It tells no e-mail address. Medium registers no new applications and maintains
 * its API no more: this is for those that have an id.
 *
 * @see https://github.com/Medium/medium-api-docs/blob/master/api.md Documentation
 */
export default function Medium(options: OAuthUserConfig<MediumProfile> = {}): OAuth2Config<MediumProfile> {
  return {
    id: 'medium',
    name: 'Medium',
    type: 'oauth',
    authorization: { url: 'https://medium.com/m/oauth/authorize', params: { scope: 'basicProfile' } },
    token: { url: 'https://api.medium.com/v1/tokens', conform: joinScopes },
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

/** Medium answers with status 201 and writes the scopes as a list. */
async function joinScopes(response: Response): Promise<Response | undefined> {
  if (!response.ok) return undefined
  const answer = (await response.json()) as { scope?: string[] | string }
  return Response.json({ ...answer, scope: [answer.scope ?? []].flat().join(' ') })
}
