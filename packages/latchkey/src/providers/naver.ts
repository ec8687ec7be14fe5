import type { OAuth2Config, OAuthUserConfig } from '../types/oauth.ts'

/** @see https://developers.naver.com/docs/login/profile/profile.md */
export interface NaverProfile {
  /** `00` if all is well. */
  resultcode: string
  message: string
  /** What of it is there depends on the settings of the application, and on what the person agrees to. */
  response: {
    /** Id of the person for this application. */
    id: string
    nickname?: string
    name?: string
    email?: string
    profile_image?: string
  }
}

/**
 * Naver. Environment: `AUTH_NAVER_ID`, `AUTH_NAVER_SECRET`. What people are asked for is chosen at Naver, so no scope is sent. Naver does not
 * say whether an address is verified.
 *
 * @see https://developers.naver.com/apps/ Register an application
 * @see https://developers.naver.com/docs/login/api/api.md Documentation
 */
export default function Naver(options: OAuthUserConfig<NaverProfile> = {}): OAuth2Config<NaverProfile> {
  return {
    id: 'naver',
    name: 'Naver',
    type: 'oauth',
    authorization: { url: 'https://nid.naver.com/oauth2.0/authorize', params: { scope: '' } },
    token: 'https://nid.naver.com/oauth2.0/token',
    userinfo: 'https://openapi.naver.com/v1/nid/me',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ response: { id, nickname, name, email, profile_image } }) => ({
      id,
      name: nickname ?? name ?? null,
      email: email ?? null,
      image: profile_image ?? null,
    }),
    style: { brandColor: '#03c75a', icon: () => import('../icons/naver.ts') },
    options,
  }
}
