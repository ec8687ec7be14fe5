import type { OAuthUserConfig, OIDCConfig } from '../types/oauth.ts'
import type { Profile } from '../types/user.ts'

/** @see https://developers.line.biz/en/docs/line-login/verify-id-token/#payload */
export interface LineProfile extends Profile {
  /** Id of the person for all channels of a provider at LINE; another provider sees another id. */
  sub: string
  /** How the person proved who they are: `pwd`, `linesso`, … */
  amr?: readonly string[]
}

/**
 * LINE. Environment: `AUTH_LINE_ID` (the channel id), `AUTH_LINE_SECRET`.
 *
 * The e-mail address is told once LINE granted the channel the permission for it; LINE does not say whether it is verified.
 *
 * @see https://developers.line.biz/console/ Register an application
 * @see https://developers.line.biz/en/docs/line-login/integrate-line-login/ Documentation
 */
export default function Line(options: OAuthUserConfig<LineProfile> = {}): OIDCConfig<LineProfile> {
  return {
    id: 'line',
    name: 'LINE',
    type: 'oidc',
    issuer: 'https://access.line.me',
    // Web apps get ID tokens that are signed with the channel's secret.
    client: { token_endpoint_auth_method: 'client_secret_post', id_token_signed_response_alg: 'HS256' },
    style: { brandColor: '#06c755', icon: () => import('../icons/line.ts') },
    options,
  }
}
