import type { OAuthUserConfig, OIDCConfig } from '../types/oauth.ts'
import type { Profile } from '../types/user.ts'

/** @see https://developers.line.biz/en/docs/line-login/verify-id-token/#payload */
export interface LineProfile extends Profile {
  /** ID of the user for all channels of one LINE provider. Other providers get another ID. */
  sub: string
  /** How the user authenticated: `pwd`, `linesso`, … */
  amr?: readonly string[]
}

/**
 * Returns the LINE provider.
 *
 * Set `AUTH_LINE_ID` to the channel ID and `AUTH_LINE_SECRET` to the channel secret.
 *
 * LINE returns an e-mail address only after it has granted the channel the permission for it, and
 * does not report whether the address is verified.
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
    // LINE signs the ID tokens of web applications with the channel secret.
    client: { token_endpoint_auth_method: 'client_secret_post', id_token_signed_response_alg: 'HS256' },
    style: { brandColor: '#06c755', icon: () => import('../icons/line.ts') },
    options,
  }
}
