import type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'
import type { Profile } from '../types/user.ts'

export type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'

/** @see https://dev.twitch.tv/docs/authentication/getting-tokens-oidc/#requesting-claims */
export interface TwitchProfile extends Profile {
  sub: string
  /** Display name. */
  preferred_username: string
}

/**
 * Returns the Twitch provider.
 *
 * Set `AUTH_TWITCH_ID` and `AUTH_TWITCH_SECRET` to your application's client ID and client secret.
 *
 * Create the application:
 * 1. In the developer console, open **Applications** and choose **Register Your Application**.
 * 2. Enter a **Name** that no other application at Twitch has.
 * 3. Enter the callback URL in **OAuth Redirect URLs** and choose **Add**.
 * 4. Select the category **Website Integration** and the client type **Confidential**. Choose
 *    **Create**.
 * 5. Choose **Manage** for the application, and copy the **Client ID**. Choose **New Secret** and
 *    copy the client secret.
 *
 * Scopes: `openid` gives the ID, the name and the picture, `user:read:email` the e-mail address. To
 * list the channels that the user follows, add `user:read:follows`.
 *
 * Limits:
 * - Your Twitch account needs two-factor authentication before you can register an application.
 *
 * Twitch adds a claim to its ID tokens only if the authorization parameter `claims` requests it. If
 * you set `claims`, list every claim that you need.
 *
 * @see https://dev.twitch.tv/console/apps Register an application
 * @see https://dev.twitch.tv/docs/authentication/getting-tokens-oidc/ Documentation
 */
export default function Twitch(options: OAuthUserConfig<TwitchProfile> = {}): OIDCConfig<TwitchProfile> {
  return {
    id: 'twitch',
    name: 'Twitch',
    type: 'oidc',
    issuer: 'https://id.twitch.tv/oauth2',
    authorization: {
      params: {
        scope: 'openid user:read:email',
        claims: { id_token: { email: null, email_verified: null, picture: null, preferred_username: null } },
      },
    },
    token: { conform: nameError },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    revocation: { url: 'https://id.twitch.tv/oauth2/revoke', types: ['access_token'] },
    endSession: false,
    style: { brandColor: '#9146ff', icon: () => import('../icons/twitch.ts') },
    options,
  }
}

/** Names an error as the standard does: Twitch sends only a `message`. */
async function nameError(response: Response): Promise<Response | undefined> {
  if (response.ok) return undefined
  const { message } = (await response.json()) as { message?: string }
  const error = message === 'Invalid refresh token' ? 'invalid_grant' : 'invalid_request'
  return Response.json({ error, error_description: message }, { status: response.status })
}
