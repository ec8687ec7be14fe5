import type { OAuthUserConfig, OIDCConfig } from '../types/oauth.ts'
import type { Profile } from '../types/user.ts'

/**
 * Beyond Identity. Environment: `AUTH_BEYONDIDENTITY_ID`, `AUTH_BEYONDIDENTITY_SECRET`, `AUTH_BEYONDIDENTITY_ISSUER`, the last as
 * `https://auth-us.beyondidentity.com/v1/tenants/<tenant>/realms/<realm>/applications/<application>`, with `auth-eu` for tenants in Europe.
 *
 * @see https://console-us.beyondidentity.com Register an application
 * @see https://developer.beyondidentity.com Documentation
 */
export default function BeyondIdentity(options: OAuthUserConfig<Profile> = {}): OIDCConfig<Profile> {
  return {
    id: 'beyondidentity',
    name: 'Beyond Identity',
    type: 'oidc',
    style: { brandColor: '#5077c5' },
    options,
  }
}
