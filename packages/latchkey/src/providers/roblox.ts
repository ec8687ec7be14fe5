import type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'
import type { Profile } from '../types/user.ts'

export type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'

/** @see https://create.roblox.com/docs/cloud/reference/oauth2#user-information */
export interface RobloxProfile extends Profile {
  sub: string
  /** Display name. Users can change it and their user name. */
  name?: string
  preferred_username?: string
  /** Missing while Roblox generates or reviews the picture. */
  picture?: string | null
  /** Account creation time, in seconds since 1970. */
  created_at?: number
}

/**
 * Returns the Roblox provider.
 *
 * Set `AUTH_ROBLOX_ID` and `AUTH_ROBLOX_SECRET` to your application's client ID and client secret.
 *
 * Create the application:
 * 1. In the Creator Dashboard, open **OAuth 2.0 Apps** and choose **Create App**.
 * 2. Enter an **Application Name** and choose **Create**.
 * 3. Copy the client ID and the secret. Roblox shows the secret only once.
 * 4. Choose **Continue to Edit**, and add the permissions `openid` and `profile`.
 * 5. Add the callback URL to the redirect URLs, and save the changes.
 *
 * Limits:
 * - Until Roblox has reviewed the application, only ten users can sign in.
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
    revocation: { types: ['refresh_token'] },
    endSession: false,
    style: { brandColor: '#000000', icon: () => import('../icons/roblox.ts') },
    options,
  }
}
