import type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'
import type { RevocationRequest } from '../types/providers/oauth-endpoints.ts'

export type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

/** @see https://developers.strava.com/docs/reference/#api-Athletes-getLoggedInAthlete */
export interface StravaProfile {
  id: number
  firstname: string
  lastname: string
  /** URL of a 124-pixel picture, or a path on Strava's site if the user has none. */
  profile: string | null
}

/**
 * Returns the Strava provider.
 *
 * Set `AUTH_STRAVA_ID` and `AUTH_STRAVA_SECRET` to your application's client ID and client secret.
 *
 * Create the application:
 * 1. In your Strava account settings, open the page for API applications.
 * 2. Enter an **Application Name**, a **Category** and the **Website**.
 * 3. Enter the callback URL's domain in **Authorization Callback Domain**, without scheme and path.
 *    During development, enter `localhost`.
 * 4. Create the application, and copy the **Client ID** and the **Client Secret**.
 *
 * Scopes: `read` reads the public profile. To read the user's activities too, add `activity:read`.
 * Strava expects scopes separated by commas.
 *
 * Limits:
 * - You need a Strava subscription to create an application.
 * - At first, only you can sign in. You can raise the limit to ten users in the API settings. For
 *   more users, Strava must review the application.
 *
 * @see https://www.strava.com/settings/api Register an application
 * @see https://developers.strava.com/docs/authentication/ Documentation
 */
export default function Strava<P extends StravaProfile = StravaProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return {
    id: 'strava',
    name: 'Strava',
    type: 'oauth',
    authorization: {
      url: 'https://www.strava.com/oauth/authorize',
      params: { scope: 'read', approval_prompt: 'auto' },
    },
    token: { url: 'https://www.strava.com/api/v3/oauth/token', conform: nameRefusal },
    userinfo: 'https://www.strava.com/api/v3/athlete',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ id, firstname, lastname, profile: picture }) => ({
      id: String(id),
      name: [firstname, lastname].filter(Boolean).join(' ') || null,
      email: null,
      image: picture?.startsWith('https:') ? picture : null,
    }),
    revocation: { types: ['access_token'], endsGrant: true, request: revoke },
    style: { brandColor: '#fc4c02', icon: () => import('../icons/strava.ts') },
    options,
  }
}

/** Revokes all tokens that the user has given the application. */
function revoke({ token, fetch }: RevocationRequest): Promise<Response> {
  const body = new URLSearchParams({ access_token: token })
  return fetch('https://www.strava.com/oauth/deauthorize', { method: 'POST', body })
}

/** Names the error for a refresh token that is not valid: Strava has its own format. */
async function nameRefusal(response: Response): Promise<Response | undefined> {
  if (response.status !== 400) return undefined
  const { errors = [] } = (await response.json()) as { errors?: { resource?: string }[] }
  const isRefusal = errors.some(({ resource }) => resource === 'RefreshToken')
  return isRefusal ? Response.json({ error: 'invalid_grant' }, { status: 400 }) : undefined
}
