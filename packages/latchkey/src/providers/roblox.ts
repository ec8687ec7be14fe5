import type { OAuthUserConfig, OIDCConfig } from '../types/oauth.ts'
import type { Profile } from '../types/user.ts'

/** @see https://create.roblox.com/docs/cloud/reference/oauth2#user-information */
export interface RobloxProfile extends Profile {
  sub: string
  /** Display name. Users can change it and their user name. */
  name?: string
  preferred_username?: string
  /** Missing while Roblox generates or reviews the picture. */
  picture?: string | null
  /** Creation time of the account, in seconds since 1970. */
  created_at?: number
}

/**
 * Returns the Roblox provider.
 *
 * Set `AUTH_ROBLOX_ID` and `AUTH_ROBLOX_SECRET` to the client ID and client secret of your
 * application.
 *
 * Roblox does not return an e-mail address.
 *
 * @see https://create.roblox.com/dashboard/credentials Register an application
 * @see https://create.roblox.com/docs/cloud/reference/oauth2 Documentation
 */
export default function Roblox(options: OAuthUserConfig<RobloxProfile> = {}): OIDCConfig<RobloxProfile> {
  return {
    id: 'roblox',
    name: 'Roblox',
    type: 'oidc',
    issuer: 'https://apis.roblox.com/oauth/',
    authorization: { params: { scope: 'openid profile' } },
    style: { brandColor: '#000000', icon: () => import('../icons/roblox.ts') },
    options,
  }
}
