import type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

export type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

/** @see https://docs.joinmastodon.org/entities/Account/ */
export interface MastodonProfile {
  /** User ID at this server. */
  id: string
  username: string
  /** May be empty. */
  display_name: string
  /** The user's page URL. */
  url: string
  avatar: string
  /** The same picture without animation. */
  avatar_static: string
  acct?: string
  locked?: boolean
  bot?: boolean
  /** ISO 8601. */
  created_at?: string
  /** The description that the user wrote, in HTML. */
  note?: string
  header?: string
  header_static?: string
  followers_count?: number
  following_count?: number
  statuses_count?: number
  last_status_at?: string | null
}

/**
 * Returns the Mastodon provider.
 *
 * Set `AUTH_MASTODON_ID` and `AUTH_MASTODON_SECRET` to your application's client ID and client
 * secret, and `AUTH_MASTODON_ISSUER` to the server's URL: `https://mastodon.social`.
 *
 * Create the application:
 * 1. Sign in to the server. Open **Preferences → Development** and choose **New application**.
 * 2. Enter a name, and paste the callback URL into **Redirect URI**. Write one URL per line.
 * 3. Select the scope `read` and submit the form.
 * 4. Open the application, and copy the client key and the client secret.
 *
 * Scopes: `read` reads the profile, but also all the account's other data. To also publish posts,
 * add `write:statuses`. In the application, also select every scope that you request.
 *
 * Limits:
 * - Only users from the server that you set as the issuer can sign in.
 * - Access tokens do not expire, so Mastodon returns no refresh token.
 *
 * @see https://docs.joinmastodon.org/client/token/ Register an application
 * @see https://docs.joinmastodon.org/methods/oauth/ Documentation
 */
export default function Mastodon<P extends MastodonProfile = MastodonProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return {
    id: 'mastodon',
    name: 'Mastodon',
    type: 'oauth',
    authorization: { url: '/oauth/authorize', params: { scope: 'read' } },
    token: '/oauth/token',
    userinfo: '/api/v1/accounts/verify_credentials',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ id, display_name, username, avatar_static }) => ({
      id,
      name: display_name || username,
      email: null,
      image: avatar_static,
    }),
    refresh: false,
    revocation: '/oauth/revoke',
    style: { brandColor: '#6364ff', icon: () => import('../icons/mastodon.ts') },
    options,
  }
}
