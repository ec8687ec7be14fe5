import type { OAuth2Config, OAuthUserConfig } from '../types/oauth.ts'

/** @see https://developers.kakao.com/docs/latest/en/kakaologin/rest-api#req-user-info */
export interface KakaoProfile {
  id: number
  /** What of it is there depends on the consent items of the application, and on what the person agrees to. */
  kakao_account?: {
    profile?: { nickname?: string; profile_image_url?: string; is_default_image?: boolean }
    email?: string
    /** `false` once the address belongs to another Kakao account. */
    is_email_valid?: boolean
    is_email_verified?: boolean
  }
}

/**
 * Kakao. Environment: `AUTH_KAKAO_ID` (the REST API key), `AUTH_KAKAO_SECRET`.
 *
 * What people are asked for is chosen at Kakao, as consent items, so no scope is sent. The e-mail address takes a Biz App.
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
    // Else the pictures have addresses without TLS.
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
