import type { OAuthUserConfig, OIDCConfig } from '../types/oauth.ts'
import type { Profile } from '../types/user.ts'

/** @see https://docs.logto.io/developers/custom-id-token */
export interface LogtoProfile extends Profile {
  sub: string
  username?: string | null
}

/**
 * Returns the Logto provider.
 *
 * Set `AUTH_LOGTO_ID` and `AUTH_LOGTO_SECRET` to the client ID and client secret of your
 * application, and `AUTH_LOGTO_ISSUER` to `https://<tenant>.logto.app/oidc`.
 *
 * Logto returns a refresh token only if you set the authorization parameter `prompt: 'consent'` in
 * addition to the scope `offline_access`.
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
