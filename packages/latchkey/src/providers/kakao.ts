import type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

export type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

/** @see https://developers.kakao.com/docs/latest/en/kakaologin/rest-api#req-user-info */
export interface KakaoProfile {
  id: number
  /** The fields depend on the application's consent items and on the user's consent. */
  kakao_account?: {
    profile?: { nickname?: string; profile_image_url?: string; is_default_image?: boolean }
    email?: string
    /** `false` once the address belongs to another Kakao account. */
    is_email_valid?: boolean
    is_email_verified?: boolean
  }
  has_signed_up?: boolean
  /** ISO 8601. */
  connected_at?: string
  /** ISO 8601. */
  synched_at?: string
  properties?: {
    nickname?: string
    profile_image?: string
    thumbnail_image?: string
    [property: string]: unknown
  }
}

/**
 * Returns the Kakao provider.
 *
 * Set `AUTH_KAKAO_ID` to the REST API key and `AUTH_KAKAO_SECRET` to the client secret.
 *
 * Create the application:
 * 1. In the Kakao Developers console, create an app. Open **Kakao Login → Enable** and set the
 *    state to **ON**.
 * 2. Under **App → Platform key → REST API key**, paste the callback URL into **Redirect URI**.
 * 3. Copy the REST API key and the **Client secret** from the same page.
 * 4. Under **Kakao Login → Consent Items**, select the data that users are asked to share: at least
 *    the nickname and the picture.
 *
 * Scopes: Users share the data that you select as consent items in the Kakao console.
 *
 * E-mail address: The address is missing unless it is one of the consent items and the user agrees
 * to share it. It counts as verified if the profile's `is_email_valid` and `is_email_verified`
 * fields are both `true`.
 *
 * Limits:
 * - The consent item for the e-mail address requires a Biz App.
 *
 * @see https://developers.kakao.com/console/app Register an application
 * @see https://developers.kakao.com/docs/latest/en/kakaologin/rest-api Documentation
 */
export default function Kakao<P extends KakaoProfile = KakaoProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return {
    id: 'kakao',
    name: 'Kakao',
    type: 'oauth',
    authorization: { url: 'https://kauth.kakao.com/oauth/authorize', params: { scope: '' } },
    token: 'https://kauth.kakao.com/oauth/token',
    // Without the parameter, the URLs of pictures use HTTP.
    userinfo: 'https://kapi.kakao.com/v2/user/me?secure_resource=true',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ id, kakao_account: account }) => ({
      id: String(id),
      name: account?.profile?.nickname ?? null,
      email: account?.email ?? null,
      image: account?.profile?.profile_image_url ?? null,
    }),
    isEmailVerified: ({ kakao_account: account }) =>
      account?.is_email_valid === true && account.is_email_verified === true,
    revocation: {
      types: ['access_token'],
      request: ({ token, fetch }) =>
        fetch('https://kapi.kakao.com/v1/user/logout', {
          method: 'POST',
          headers: { authorization: `Bearer ${token}` },
        }),
    },
    endSession: {
      url: 'https://kauth.kakao.com/oauth/logout',
      params: ({ client_id, post_logout_redirect_uri, state }) => ({
        client_id,
        logout_redirect_uri: post_logout_redirect_uri,
        state,
      }),
    },
    style: { brandColor: '#fee500', icon: () => import('../icons/kakao.ts') },
    options,
  }
}
