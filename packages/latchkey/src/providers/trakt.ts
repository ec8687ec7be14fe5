import type { OAuth2Config, OAuthUserConfig, UserinfoRequest } from '../types/oauth.ts'

/** @see https://docs.trakt.tv/reference/authentication */
export interface TraktProfile {
  user: {
    username: string
    name: string | null
    ids: {
      /** Made of the user name, which people can change. */
      slug: string
      /** What Trakt tells to know a person by. */
      uuid: string
    }
    images?: { avatar?: { full: string | null } }
  }
}

/**
 * Trakt. Environment: `AUTH_TRAKT_ID`. There is no secret: PKCE protects the sign-in. It tells no e-mail address.
 *
 * Trakt moved its sign-in to `auth.trakt.tv` in July 2026. Applications that still have a secret leave it out there, and callback URLs are to be
 * HTTPS.
 *
 * People are known by the `uuid` of their settings. Accounts that were made by their `slug`, as Auth.js did, need a `profile` of your own with
 * `id: user.ids.slug`.
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

/** Every request names the application and the version. @see https://docs.trakt.tv/docs/required-headers */
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
  if (!response.ok)
    throw new Error(`Trakt answered the request for the settings with status ${response.status}.`)
  return (await response.json()) as TraktProfile
}
