import type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

export type { OAuth2Config } from '../types/providers/oauth.ts'

/** @see https://docs.foursquare.com/developer/reference/v2-authentication */
export interface FoursquareProfile {
  response: {
    user: {
      id: string
      firstName?: string
      lastName?: string
      /** Two URL parts. The picture size goes between them. */
      photo?: { prefix: string; suffix: string }
      contact?: { email?: string }
    }
  }
}

/** Options for the Foursquare provider. */
export interface FoursquareOptions extends OAuthUserConfig<FoursquareProfile> {
  /** API version, as a date: `YYYYMMDD`. Default: `20230131`. */
  apiVersion?: string
}

/**
 * Returns the Foursquare provider. It also signs in Swarm users.
 *
 * Set `AUTH_FOURSQUARE_ID` and `AUTH_FOURSQUARE_SECRET` to your application's client ID and client
 * secret.
 *
 * Create the application:
 * 1. In the developer console, open your project settings.
 * 2. Enter the **Project URL** and the **Privacy Policy URL**, and paste the callback URL into
 *    **Redirect URL**.
 * 3. Copy the **Client ID** and the **Client Secret** from **OAuth Authentication**.
 *
 * E-mail address: The address is missing if the user's contact data contains none. Foursquare
 * does not report whether it is verified.
 *
 * Limits:
 * - This provider uses API version 2. Applications that were registered before 18 November 2021 can
 *   use it; others must ask Foursquare for access.
 * - Access tokens do not expire.
 *
 * @see https://foursquare.com/developers Register an application
 * @see https://docs.foursquare.com/developer/reference/v2-authentication Documentation
 */
export default function Foursquare({
  apiVersion = '20230131',
  ...options
}: FoursquareOptions = {}): OAuth2Config<FoursquareProfile> {
  const self = `https://api.foursquare.com/v2/users/self?v=${apiVersion}`
  return {
    id: 'foursquare',
    name: 'Foursquare',
    type: 'oauth',
    authorization: { url: 'https://foursquare.com/oauth2/authenticate', params: { scope: '' } },
    token: 'https://foursquare.com/oauth2/access_token',
    userinfo: {
      url: self,
      async request({ tokens, fetch }) {
        const response = await fetch(
          `${self}&${new URLSearchParams({ oauth_token: tokens.access_token ?? '' })}`,
        )
        if (response.ok) return response.json()
        throw new Error(`Foursquare returned status ${response.status} for the profile request.`)
      },
    },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ response: { user } }) => ({
      id: user.id,
      name: [user.firstName, user.lastName].filter(Boolean).join(' ') || null,
      email: user.contact?.email ?? null,
      image: user.photo ? `${user.photo.prefix}original${user.photo.suffix}` : null,
    }),
    refresh: false,
    style: { brandColor: '#3333ff', icon: () => import('../icons/foursquare.ts') },
    options,
  }
}
