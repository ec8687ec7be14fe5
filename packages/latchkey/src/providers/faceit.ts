import type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

export type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

/** @see https://docs.faceit.com/getting-started/authentication/oauth2 */
export interface FACEITProfile {
  guid: string
  nickname: string
  email?: string
  email_verified?: boolean
  picture?: string
}

/**
 * Returns the FACEIT provider.
 *
 * Set `AUTH_FACEIT_ID` and `AUTH_FACEIT_SECRET` to your application's client ID and client secret.
 *
 * Create the application:
 * 1. In the developer portal, open **App Studio** and create an app.
 * 2. Create an OAuth2 consent screen and an OAuth2 client for the app.
 * 3. Paste the callback URL into **Redirect URL**. Select the authorization code grant and the
 *    scopes `openid`, `email` and `profile`.
 * 4. Copy the **Client ID** and the **Client Secret**.
 *
 * E-mail address: The address counts as verified if the profile's `email_verified` field is `true`.
 *
 * Limits:
 * - A new client secret makes the old one invalid immediately.
 *
 * @see https://developers.faceit.com/apps Register an application
 * @see https://docs.faceit.com/getting-started/authentication/oauth2 Documentation
 */
export default function FACEIT(options: OAuthUserConfig<FACEITProfile> = {}): OAuth2Config<FACEITProfile> {
  return {
    id: 'faceit',
    name: 'FACEIT',
    type: 'oauth',
    authorization: {
      url: 'https://accounts.faceit.com/accounts',
      params: { redirect_popup: 'true', scope: 'openid email profile' },
    },
    token: 'https://api.faceit.com/auth/v1/oauth/token',
    userinfo: 'https://api.faceit.com/auth/v1/resources/userinfo',
    profile: ({ guid, nickname, email, picture }) => ({
      id: guid,
      name: nickname,
      email: email ?? null,
      image: picture || null,
    }),
    style: { brandColor: '#ff5500', icon: () => import('../icons/faceit.ts') },
    options,
  }
}
