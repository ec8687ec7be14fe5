import type { OAuth2Config, OAuthUserConfig } from '../types/oauth.ts'

/** @see https://bungie-net.github.io/multi/operation_get_User-GetMembershipDataForCurrentUser.html */
export interface BungieProfile {
  Response: {
    bungieNetUser: {
      membershipId: string
      displayName: string
      /** Without the host. */
      profilePicturePath?: string
    }
  }
}

/** What an application may set on Bungie. */
export interface BungieOptions extends OAuthUserConfig<BungieProfile> {
  /** The API key of the application, which Bungie wants beside the access token. */
  apiKey?: string
}

const MEMBERSHIPS = 'https://www.bungie.net/Platform/User/GetMembershipsForCurrentUser/'

/**
 * Bungie. Environment: `AUTH_BUNGIE_ID`, `AUTH_BUNGIE_SECRET`, `AUTH_BUNGIE_KEY` (the API key; for a provider that is listed uncalled, else pass
 * `apiKey`).
 *
 * Register a confidential client that may read basic user profiles. Bungie takes only callback URLs with HTTPS, and one for each application. It
 * tells no e-mail address.
 *
 * @see https://www.bungie.net/en/Application Register an application
 * @see https://github.com/Bungie-net/api/wiki/OAuth-Documentation Documentation
 */
export default function Bungie({ apiKey, ...options }: BungieOptions = {}): OAuth2Config<BungieProfile> {
  return {
    id: 'bungie',
    name: 'Bungie',
    type: 'oauth',
    // The scope is the one that the application is registered with.
    authorization: {
      url: 'https://www.bungie.net/en/OAuth/Authorize',
      params: { scope: '', reauth: 'true' },
    },
    token: 'https://www.bungie.net/Platform/App/OAuth/Token/',
    userinfo: {
      url: MEMBERSHIPS,
      async request({ tokens, fetch }) {
        if (!apiKey) throw new Error('Bungie wants an API key: pass `apiKey`.')
        const response = await fetch(MEMBERSHIPS, {
          headers: { authorization: `Bearer ${tokens.access_token}`, 'x-api-key': apiKey },
        })
        if (response.ok) return response.json()
        throw new Error(`Bungie answered the request for the profile with status ${response.status}.`)
      },
    },
    profile: ({ Response: { bungieNetUser: user } }) => ({
      id: user.membershipId,
      name: user.displayName,
      email: null,
      image: user.profilePicturePath ? `https://www.bungie.net${user.profilePicturePath}` : null,
    }),
    style: { brandColor: '#0178be', icon: () => import('../icons/bungie.ts') },
    options,
  }
}
