import type { OAuth2Config, OAuthUserConfig } from '../types/oauth.ts'

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
 * Set `AUTH_BOX_ID` and `AUTH_BOX_SECRET` to the client ID and client secret of your application.
 *
 * Configure the application's scopes in the Box Developer Console. This provider requests none.
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
    style: { brandColor: '#0061d5', icon: () => import('../icons/box.ts') },
    options,
  }
}
