import type { OAuthUserConfig, OIDCConfig } from '../types/oauth.ts'
import type { Profile } from '../types/user.ts'

/**
 * @see https://developers.google.com/identity/openid-connect/openid-connect#an-id-tokens-payload
 */
export interface GoogleProfile extends Profile {
  sub: string
  /** Domain of the organisation that owns the account. */
  hd?: string
}

/**
 * Returns the Google provider.
 *
 * Set `AUTH_GOOGLE_ID` and `AUTH_GOOGLE_SECRET` to the client ID and client secret of your
 * application.
 *
 * Google returns a refresh token only if you set
 * `authorization: { params: { access_type: 'offline', prompt: 'consent' } }`.
 *
 * @see https://console.cloud.google.com/auth/clients Register an application
 * @see https://developers.google.com/identity/openid-connect/openid-connect Documentation
 */
export default function Google(options: OAuthUserConfig<GoogleProfile> = {}): OIDCConfig<GoogleProfile> {
  return {
    id: 'google',
    name: 'Google',
    type: 'oidc',
    issuer: 'https://accounts.google.com',
    style: { brandColor: '#1a73e8', icon: () => import('../icons/google.ts') },
    options,
  }
}
