import type { OAuth2Config, OAuthUserConfig } from '../types/oauth.ts'

/** @see https://developers.strava.com/docs/reference/#api-Athletes-getLoggedInAthlete */
export interface StravaProfile {
  id: number
  firstname: string
  lastname: string
  /** URL of a picture of 124 pixels, or a path on Strava's site if the user has none. */
  profile: string | null
}

/**
 * Returns the Strava provider.
 *
 * Set `AUTH_STRAVA_ID` and `AUTH_STRAVA_SECRET` to the client ID and client secret of your
 * application.
 *
 * Strava separates scopes by commas: `read,activity:read`. It does not return an e-mail address.
 *
 * Since June 2026, an application is limited to ten athletes until Strava raises the limit.
 *
 * @see https://www.strava.com/settings/api Register an application
 * @see https://developers.strava.com/docs/authentication/ Documentation
 */
export default function Strava(options: OAuthUserConfig<StravaProfile> = {}): OAuth2Config<StravaProfile> {
  return {
    id: 'strava',
    name: 'Strava',
    type: 'oauth',
    authorization: {
      url: 'https://www.strava.com/oauth/authorize',
      params: { scope: 'read', approval_prompt: 'auto' },
    },
    token: 'https://www.strava.com/api/v3/oauth/token',
    userinfo: 'https://www.strava.com/api/v3/athlete',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ id, firstname, lastname, profile: picture }) => ({
      id: String(id),
      name: [firstname, lastname].filter(Boolean).join(' ') || null,
      email: null,
      image: picture?.startsWith('https:') ? picture : null,
    }),
    style: { brandColor: '#fc4c02', icon: () => import('../icons/strava.ts') },
    options,
  }
}
