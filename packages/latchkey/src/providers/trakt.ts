import type { OAuth2Config, OAuthUserConfig, UserinfoRequest } from '../types/providers/oauth.ts'

export type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

/** @see https://docs.trakt.tv/reference/authentication */
export interface TraktProfile {
  user: {
    username: string
    name: string | null
    ids: {
      /** Derived from the user name, which users can change. */
      slug: string
      /** Stable ID that Trakt recommends for identifying users. */
      uuid: string
    }
    images?: { avatar?: { full: string | null } }
    private?: boolean
    vip?: boolean
    /** ISO 8601. */
    joined_at?: string
    location?: string | null
    about?: string | null
    gender?: string | null
    age?: number | null
    vip_ep?: boolean
  }
}

/** The user in the profile. */
export type TraktUser = TraktProfile['user']

/**
 * Returns the Trakt provider.
 *
 * Set `AUTH_TRAKT_ID` to your application's client ID. There is no client secret: PKCE protects the
 * sign-in.
 *
 * Create the application:
 * 1. In your Trakt account settings, create an API app and enter its name.
 * 2. Add the callback URL as a redirect URI.
 * 3. Save the app and copy its client ID.
 *
 * Scopes: `public` reads the account settings, which contain the profile. Latchkey needs no other
 * scopes.
 *
 * Limits:
 * - Callback URLs must use HTTPS, during development too.
 * - Access tokens expire after seven days.
 *
 * Trakt moved its sign-in to `auth.trakt.tv` in July 2026. Applications that still have a client
 * secret do not send it there.
 *
 * Users are identified by the `uuid` in their settings. Auth.js used the `slug`: to keep accounts
 * that it created, pass your own `profile` with `id: user.ids.slug`.
 *
 * @see https://app.trakt.tv/settings/apps/api Register an application
 * @see https://docs.trakt.tv/reference/authentication Documentation
 */
export default function Trakt(options: OAuthUserConfig<TraktProfile> = {}): OAuth2Config<TraktProfile> {
  return {
    id: 'trakt',
    name: 'Trakt',
    type: 'oauth',
    authorization: { url: 'https://auth.trakt.tv/oauth/authorize', params: { scope: 'public' } },
    token: 'https://auth.trakt.tv/oauth/token',
    userinfo: { url: SETTINGS, request: requestSettings },
    client: { token_endpoint_auth_method: 'none' },
    profile: ({ user: { ids, name, username, images } }) => ({
      id: ids.uuid,
      name: name || username,
      email: null,
      image: images?.avatar?.full ?? null,
    }),
    style: { brandColor: '#ed1c24', icon: () => import('../icons/trakt.ts') },
    options,
  }
}

const SETTINGS = 'https://api.trakt.tv/users/settings'

/**
 * Requests the settings. Every request must contain the client ID and the API version.
 *
 * @see https://docs.trakt.tv/docs/required-headers
 */
async function requestSettings({
  tokens,
  provider,
  fetch,
}: UserinfoRequest<TraktProfile>): Promise<TraktProfile> {
  const headers = {
    authorization: `Bearer ${tokens.access_token}`,
    'content-type': 'application/json',
    'trakt-api-key': provider.clientId,
    'trakt-api-version': '2',
    'user-agent': 'latchkey',
  }
  const response = await fetch(SETTINGS, { headers })
  if (!response.ok) throw new Error(`Trakt returned status ${response.status} for the settings request.`)
  return (await response.json()) as TraktProfile
}
