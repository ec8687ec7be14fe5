import type { OAuth2Config, OAuthUserConfig } from '../types/oauth.ts'

/** @see https://developers.naver.com/docs/login/profile/profile.md */
export interface NaverProfile {
  /** `00` for success. */
  resultcode: string
  message: string
  /** The fields depend on the application's settings and on the user's consent. */
  response: {
    /** ID of the user, specific to this application. */
    id: string
    nickname?: string
    name?: string
    email?: string
    profile_image?: string
  }
}

/**
 * Returns the Naver provider.
 *
 * Set `AUTH_NAVER_ID` and `AUTH_NAVER_SECRET` to the client ID and client secret of your
 * application.
 *
 * You select the data that users are asked to share in the Naver console, so this provider requests
 * no scopes. Naver does not report whether an e-mail address is verified.
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
