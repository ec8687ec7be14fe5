import type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'
import type { RevocationRequest } from '../types/providers/oauth-endpoints.ts'

export type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

/** @see https://developers.naver.com/docs/login/profile/profile.md */
export interface NaverProfile {
  /** `00` for success. */
  resultcode: string
  message: string
  /** The fields depend on the application's settings and on the user's consent. */
  response: {
    /** User ID, specific to this application. */
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
 * Set `AUTH_NAVER_ID` and `AUTH_NAVER_SECRET` to your application's client ID and client secret.
 *
 * Create the application:
 * 1. In NAVER Developers, register an application and select Naver Login (네이버 로그인) as its API.
 * 2. Select the data that users are asked to share: the nickname or the name, the e-mail address
 *    and the picture.
 * 3. Add the web as an environment. Enter your site's URL and the callback URL.
 * 4. Copy the client ID and the client secret.
 *
 * Scopes: Users share the data that you select in the Naver console.
 *
 * E-mail address: The address is missing unless your application asks for it and the user agrees to
 * share it. Naver does not report whether it is verified.
 *
 * Limits:
 * - Until Naver has reviewed the application, only test users that you register can sign in: at
 *   most 20.
 *
 * @see https://developers.naver.com/apps/ Register an application
 * @see https://developers.naver.com/docs/login/api/api.md Documentation
 */
export default function Naver<P extends NaverProfile = NaverProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
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
    revocation: { types: ['access_token'], endsGrant: true, request: revoke },
    style: { brandColor: '#03c75a', icon: () => import('../icons/naver.ts') },
    options,
  }
}

/** Revokes an access token. Naver returns errors with status 200. */
async function revoke({ token, clientId, clientSecret = '', fetch }: RevocationRequest): Promise<Response> {
  const body = new URLSearchParams({
    grant_type: 'delete',
    client_id: clientId,
    client_secret: clientSecret,
    access_token: token,
    service_provider: 'NAVER',
  })
  const response = await fetch('https://nid.naver.com/oauth2.0/token', { method: 'POST', body })
  const result = (await response.clone().json()) as { error?: string }
  return result.error === undefined ? response : Response.json(result, { status: 400 })
}
