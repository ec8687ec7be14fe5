import type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'
import type { Profile } from '../types/user.ts'

export type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'

/** @see https://developers.line.biz/en/docs/line-login/verify-id-token/#payload */
export interface LineProfile extends Profile {
  /** User ID for all channels of one LINE provider. Other providers get another ID. */
  sub: string
  /** How the user authenticated: `pwd`, `linesso`, … */
  amr?: readonly string[]
}

/**
 * Returns the LINE provider.
 *
 * Set `AUTH_LINE_ID` to the channel ID and `AUTH_LINE_SECRET` to the channel secret.
 *
 * Create the application:
 * 1. In the LINE Developers Console, create a provider, and a **LINE Login** channel in it.
 * 2. Under **App types**, select **Web app**.
 * 3. On the tab **LINE Login**, paste the callback URL into **Callback URL**. Write one URL per
 *    line.
 * 4. Copy the **Channel ID** and the **Channel secret** from the tab **Basic settings**.
 * 5. To get e-mail addresses, apply for the **Email address permission** under **OpenID Connect**
 *    on the same tab.
 *
 * E-mail address: The address is missing until LINE has granted the channel the permission for it.
 * LINE does not report whether it is verified.
 *
 * Limits:
 * - While the channel has the status **Developing**, only its administrators and testers can sign
 *   in. Publish it for all other users.
 *
 * @see https://developers.line.biz/console/ Register an application
 * @see https://developers.line.biz/en/docs/line-login/integrate-line-login/ Documentation
 */
export default function Line<P extends LineProfile = LineProfile>(
  options: OAuthUserConfig<P> = {},
): OIDCConfig<P> {
  return {
    id: 'line',
    name: 'LINE',
    type: 'oidc',
    issuer: 'https://access.line.me',
    // LINE signs the ID tokens of web applications with the channel secret.
    client: { token_endpoint_auth_method: 'client_secret_post', id_token_signed_response_alg: 'HS256' },
    revocation: {
      types: ['access_token'],
      request: ({ token, clientId, clientSecret = '', fetch }) =>
        fetch('https://api.line.me/oauth2/v2.1/revoke', {
          method: 'POST',
          body: new URLSearchParams({
            access_token: token,
            client_id: clientId,
            client_secret: clientSecret,
          }),
        }),
    },
    style: { brandColor: '#06c755', icon: () => import('../icons/line.ts') },
    options,
  }
}
