import type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

export type { OAuth2Config } from '../types/providers/oauth.ts'

/**
 * @see https://bungie-net.github.io/multi/operation_get_User-GetMembershipDataForCurrentUser.html
 */
export interface BungieProfile {
  Response: {
    bungieNetUser: {
      membershipId: string
      displayName: string
      /** Path without the host. */
      profilePicturePath?: string
    }
  }
}

/** Options for the Bungie provider. */
export interface BungieOptions extends OAuthUserConfig<BungieProfile> {
  /** The application's API key, which Bungie requires in addition to the access token. */
  apiKey?: string
}

const MEMBERSHIPS = 'https://www.bungie.net/Platform/User/GetMembershipsForCurrentUser/'

/**
 * Returns the Bungie provider.
 *
 * Set `AUTH_BUNGIE_ID` and `AUTH_BUNGIE_SECRET` to your application's client ID and client secret.
 * Set `AUTH_BUNGIE_KEY` to its API key. The key is read from the environment only if you list the
 * provider without calling it; otherwise pass `apiKey`.
 *
 * Create the application:
 * 1. Open the application portal and create an application. Enter its name and website.
 * 2. For **OAuth Client Type**, select **Confidential**.
 * 3. Paste the callback URL into **Redirect URL**.
 * 4. Under **Scope**, allow the application to read basic user profiles, and save.
 * 5. Copy the API key, the client ID and the client secret.
 *
 * Scopes: Bungie grants the scopes that you select for the application.
 *
 * Limits:
 * - Callback URLs must use HTTPS, during development too.
 * - An application has only one callback URL.
 *
 * @see https://www.bungie.net/en/Application Register an application
 * @see https://github.com/Bungie-net/api/wiki/OAuth-Documentation Documentation
 */
export default function Bungie({ apiKey, ...options }: BungieOptions = {}): OAuth2Config<BungieProfile> {
  return {
    id: 'bungie',
    name: 'Bungie',
    type: 'oauth',
    // Bungie uses the scope that the application is registered with.
    authorization: {
      url: 'https://www.bungie.net/en/OAuth/Authorize',
      params: { scope: '', reauth: 'true' },
    },
    token: 'https://www.bungie.net/Platform/App/OAuth/Token/',
    userinfo: {
      url: MEMBERSHIPS,
      async request({ tokens, fetch }) {
        if (!apiKey) throw new Error('Bungie requires an API key. Set `AUTH_BUNGIE_KEY` or pass `apiKey`.')
        const response = await fetch(MEMBERSHIPS, {
          headers: { authorization: `Bearer ${tokens.access_token}`, 'x-api-key': apiKey },
        })
        if (response.ok) return response.json()
        throw new Error(`Bungie returned status ${response.status} for the profile request.`)
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
