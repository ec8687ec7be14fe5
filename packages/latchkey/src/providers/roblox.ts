import type { OAuthUserConfig, OIDCConfig } from '../types/oauth.ts'
import type { Profile } from '../types/user.ts'

/** @see https://create.roblox.com/docs/cloud/reference/oauth2#user-information */
export interface RobloxProfile extends Profile {
  sub: string
  /** The name that is shown. People can change it, and the user name, too. */
  name?: string
  preferred_username?: string
  /** None while the picture is being made or checked. */
  picture?: string | null
  /** When the account was made: seconds since 1970. */
  created_at?: number
}

/**
 * Roblox. Environment: `AUTH_ROBLOX_ID`, `AUTH_ROBLOX_SECRET`. It tells no e-mail address.
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
