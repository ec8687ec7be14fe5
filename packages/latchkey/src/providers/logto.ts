import type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'
import type { Profile } from '../types/user.ts'

export type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'

/** @see https://docs.logto.io/developers/custom-id-token */
export interface LogtoProfile extends Profile {
  sub: string
  username?: string | null
  phone_number_verified?: boolean
  custom_data?: Record<string, unknown>
  identities?: Record<string, unknown>
  sso_identities?: object[]
  organizations?: string[]
  organization_data?: object[]
  organization_roles?: string[]
}

/**
 * Returns the Logto provider.
 *
 * Set `AUTH_LOGTO_ID` and `AUTH_LOGTO_SECRET` to your application's client ID and client secret,
 * and `AUTH_LOGTO_ISSUER` to `https://<tenant>.logto.app/oidc`.
 *
 * Create the application:
 * 1. In the Logto Console, open **Applications** and choose **Create application**.
 * 2. Select **Traditional web** as the type of application.
 * 3. Add the callback URL to **Redirect URIs** and save the changes.
 * 4. Copy the app ID and the app secret.
 *
 * E-mail address: The address is missing if the user signed up without one, for example with a
 * phone number. It counts as verified if the claim `email_verified` is `true`.
 *
 * @see https://cloud.logto.io Register an application
 * @see https://docs.logto.io/developers/custom-id-token Documentation
 */
export default function Logto(options: OAuthUserConfig<LogtoProfile> = {}): OIDCConfig<LogtoProfile> {
  return {
    id: 'logto',
    name: 'Logto',
    type: 'oidc',
    authorization: { params: { scope: 'openid profile email offline_access' } },
    profile: ({ sub, name, username, email, picture }) => ({
      id: sub,
      name: name ?? username,
      email,
      image: picture,
    }),
    style: { brandColor: '#5d34f2' },
    options,
  }
}
