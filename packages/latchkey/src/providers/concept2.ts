import type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

export type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

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
 * Set `AUTH_CONCEPT2_ID` and `AUTH_CONCEPT2_SECRET` to your application's client ID and client
 * secret.
 *
 * Create the application:
 * 1. Log in to the logbook, open the API keys page and create an application.
 * 2. Enter a name, and paste the callback URL.
 * 3. Copy the client ID and the client secret.
 * 4. When the application is ready, ask Concept2 to approve it for the production logbook.
 *
 * Scopes: `user:read` reads the profile. To read workouts too, add `results:read`. The scopes are
 * separated by commas.
 *
 * E-mail address: The address comes from the profile. Concept2 does not report whether it is
 * verified.
 *
 * Limits:
 * - Concept2 requires you to develop against `https://log-dev.concept2.com`. Only approved
 *   applications may use the production logbook.
 *
 * For development, set `authorization: { url: 'https://log-dev.concept2.com/oauth/authorize' }`.
 * Set `token` and `userinfo` to the same paths on that host too.
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
