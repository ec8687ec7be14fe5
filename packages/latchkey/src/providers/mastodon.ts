import type { OAuth2Config, OAuthUserConfig } from '../types/oauth.ts'

/** @see https://docs.joinmastodon.org/entities/Account/ */
export interface MastodonProfile {
  /** Id of the person at this server. */
  id: string
  username: string
  /** May be empty. */
  display_name: string
  /** The page of the person. */
  url: string
  avatar: string
  /** The same, without movement. */
  avatar_static: string
}

/**
 * Mastodon. Environment: `AUTH_MASTODON_ID`, `AUTH_MASTODON_SECRET`, `AUTH_MASTODON_ISSUER`, the last with the server:
 * `https://mastodon.social`. It tells no e-mail address. The application is registered at that one server, with the scope `read`.
 *
 * @see https://docs.joinmastodon.org/client/token/ Register an application
 * @see https://docs.joinmastodon.org/methods/oauth/ Documentation
 */
export default function Mastodon(
  options: OAuthUserConfig<MastodonProfile> = {},
): OAuth2Config<MastodonProfile> {
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
    style: { brandColor: '#6364ff', icon: () => import('../icons/mastodon.ts') },
    options,
  }
}
