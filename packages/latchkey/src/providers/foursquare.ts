import type { OAuth2Config, OAuthUserConfig } from '../types/oauth.ts'

/** @see https://docs.foursquare.com/developer/reference/v2-authentication */
export interface FoursquareProfile {
  response: {
    user: {
      id: string
      firstName?: string
      lastName?: string
      /** The two halves of a URL, around a size. */
      photo?: { prefix: string; suffix: string }
      contact?: { email?: string }
    }
  }
}

/** What an application may set on Foursquare. */
export interface FoursquareOptions extends OAuthUserConfig<FoursquareProfile> {
  /** Day of the API that is used: `YYYYMMDD`. Default: `20230131`. */
  apiVersion?: string
}

/**
 * Foursquare and Swarm. Environment: `AUTH_FOURSQUARE_ID`, `AUTH_FOURSQUARE_SECRET`.
 *
 * It uses version 2 of the API, which only applications from before 18 November 2021 have without asking Foursquare. Access tokens do not end.
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
    token: { url: 'https://foursquare.com/oauth2/access_token', conform: addTokenType },
    userinfo: {
      url: self,
      async request({ tokens, fetch }) {
        const response = await fetch(
          `${self}&${new URLSearchParams({ oauth_token: tokens.access_token ?? '' })}`,
        )
        if (response.ok) return response.json()
        throw new Error(`Foursquare answered the request for the profile with status ${response.status}.`)
      },
    },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ response: { user } }) => ({
      id: user.id,
      name: [user.firstName, user.lastName].filter(Boolean).join(' ') || null,
      email: user.contact?.email ?? null,
      image: user.photo ? `${user.photo.prefix}original${user.photo.suffix}` : null,
    }),
    style: { brandColor: '#3333ff', icon: () => import('../icons/foursquare.ts') },
    options,
  }
}

/** The answer holds the access token and nothing else. */
async function addTokenType(response: Response): Promise<Response | undefined> {
  return response.ok ? Response.json({ token_type: 'bearer', ...(await response.json()) }) : undefined
}
