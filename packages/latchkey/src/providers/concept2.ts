import type { OAuth2Config, OAuthUserConfig } from '../types/oauth.ts'

/** @see https://log.concept2.com/developers/documentation/#logbook-users-user */
export interface Concept2Profile {
  data: {
    id: number
    username: string
    first_name: string
    last_name: string
    email: string
    profile_image: string | null
  }
}

/**
 * Returns the Concept2 Logbook provider.
 *
 * Set `AUTH_CONCEPT2_ID` and `AUTH_CONCEPT2_SECRET` to the client ID and client secret of your
 * application.
 *
 * Concept2 requires you to develop against `https://log-dev.concept2.com`. It approves an
 * application before the application may use the production logbook.
 *
 * To read workouts, request more scopes, separated by commas:
 * `authorization: { params: { scope: 'user:read,results:read' } }`.
 *
 * @see https://log.concept2.com/developers/keys Register an application
 * @see https://log.concept2.com/developers/documentation/ Documentation
 */
export default function Concept2(
  options: OAuthUserConfig<Concept2Profile> = {},
): OAuth2Config<Concept2Profile> {
  return {
    id: 'concept2',
    name: 'Concept2',
    type: 'oauth',
    authorization: { url: 'https://log.concept2.com/oauth/authorize', params: { scope: 'user:read' } },
    token: 'https://log.concept2.com/oauth/access_token',
    userinfo: 'https://log.concept2.com/api/users/me',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ data: { id, username, email, profile_image } }) => ({
      id: String(id),
      name: username,
      email,
      image: profile_image,
    }),
    style: { brandColor: '#003a70' },
    options,
  }
}
