import type { OAuthUserConfig, OIDCConfig } from '../types/oauth.ts'
import type { Profile } from '../types/user.ts'

/** @see https://docs.logto.io/developers/custom-id-token */
export interface LogtoProfile extends Profile {
  sub: string
  username?: string | null
}

/**
 * Logto. Environment: `AUTH_LOGTO_ID`, `AUTH_LOGTO_SECRET`, `AUTH_LOGTO_ISSUER`, the last as `https://<tenant>.logto.app/oidc`.
 *
 * A refresh token comes only with the authorization parameter `prompt: 'consent'` beside the scope `offline_access`.
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
