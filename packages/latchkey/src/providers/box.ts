import type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

export type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

/** @see https://developer.box.com/reference/resources/user/ */
export interface BoxProfile {
  id: string
  name: string
  /** The user's e-mail address, which is also the login name. */
  login: string
  avatar_url: string
}

/**
 * Returns the Box provider.
 *
 * Set `AUTH_BOX_ID` and `AUTH_BOX_SECRET` to your application's client ID and client secret.
 *
 * Create the application:
 * 1. In the Developer Console, choose **Create Platform App** and enter a name.
 * 2. Select **User Authentication (OAuth 2.0)** and choose **Create App**. You cannot change this
 *    later.
 * 3. On the page **Configuration**, add the callback URL to the redirect URIs.
 * 4. On the same page, select the scopes and save. Copy the client ID and the client secret.
 *
 * Scopes: Box grants the scopes that you select for the application.
 *
 * E-mail address: The address is the user's login name. Box does not report whether it is verified.
 *
 * Limits:
 * - Enterprises can require that their administrator authorizes the application.
 *
 * @see https://app.box.com/developers/console Register an application
 * @see https://developer.box.com/guides/authentication/oauth2/ Documentation
 */
export default function Box(options: OAuthUserConfig<BoxProfile> = {}): OAuth2Config<BoxProfile> {
  return {
    id: 'box',
    name: 'Box',
    type: 'oauth',
    authorization: { url: 'https://account.box.com/api/oauth2/authorize', params: { scope: '' } },
    token: 'https://api.box.com/oauth2/token',
    userinfo: 'https://api.box.com/2.0/users/me',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ id, name, login, avatar_url }) => ({ id, name, email: login, image: avatar_url }),
    revocation: 'https://api.box.com/oauth2/revoke',
    style: { brandColor: '#0061d5', icon: () => import('../icons/box.ts') },
    options,
  }
}
