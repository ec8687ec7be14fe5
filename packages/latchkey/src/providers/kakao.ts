import type { OAuth2Config, OAuthUserConfig } from '../types/oauth.ts'

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
}

/**
 * Returns the Kakao provider.
 *
 * Set `AUTH_KAKAO_ID` to the REST API key and `AUTH_KAKAO_SECRET` to the client secret.
 *
 * You select the data that users are asked to share as consent items in the Kakao console, so this
 * provider requests no scopes. The e-mail address requires a Biz App.
 *
 * @see https://developers.kakao.com/console/app Register an application
 * @see https://developers.kakao.com/docs/latest/en/kakaologin/rest-api Documentation
 */
export default function Kakao(options: OAuthUserConfig<KakaoProfile> = {}): OAuth2Config<KakaoProfile> {
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
    style: { brandColor: '#fee500', icon: () => import('../icons/kakao.ts') },
    options,
  }
}
