import type { OAuth2Config, OAuthUserConfig, UserinfoRequest } from '../types/providers/oauth.ts'

export type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

/** @see https://yandex.com/dev/id/doc/en/user-information */
export interface YandexProfile {
  id: string
  login: string
  /** User ID, specific to this application. */
  psuid: string
  display_name?: string
  real_name?: string
  default_email?: string
  is_avatar_empty?: boolean
  default_avatar_id?: string
  client_id?: string
  emails?: string[]
  /** `YYYY-MM-DD`. */
  birthday?: string | null
  first_name?: string
  last_name?: string
  sex?: 'male' | 'female' | null
  default_phone?: { id: number; number: string }
}

/**
 * Returns the Yandex provider.
 *
 * Set `AUTH_YANDEX_ID` and `AUTH_YANDEX_SECRET` to your application's client ID and client secret.
 *
 * Create the application:
 * 1. At Yandex OAuth, choose **Create app** and **For user authorization**.
 * 2. Enter your service's name and a **Contact email**, and choose **Continue**.
 * 3. Select the platform **Web services**, and enter the callback URL in **Redirect URI**.
 * 4. Give the application access to the name, the e-mail address and the picture.
 * 5. Create the application, and copy the client ID and the client secret.
 *
 * Scopes: `login:info` reads the name, `login:email` the e-mail address and `login:avatar` the
 * picture. To read the birthday too, add `login:birthday`. The registration must include each
 * scope.
 *
 * E-mail address: The address is the account's default address, and is missing if the account has
 * none. Yandex does not report whether an address is verified.
 *
 * Limits:
 * - Until you verify your service, users see a warning before they give access to their data.
 *
 * @see https://oauth.yandex.com/client/new/id Register an application
 * @see https://yandex.com/dev/id/doc/en/ Documentation
 */
export default function Yandex(options: OAuthUserConfig<YandexProfile> = {}): OAuth2Config<YandexProfile> {
  return {
    id: 'yandex',
    name: 'Yandex',
    type: 'oauth',
    authorization: {
      url: 'https://oauth.yandex.ru/authorize',
      params: { scope: 'login:info login:email login:avatar' },
    },
    token: 'https://oauth.yandex.ru/token',
    userinfo: { url: INFO, request: requestInfo },
    profile: ({
      id,
      display_name,
      real_name,
      default_email,
      is_avatar_empty: isEmpty,
      default_avatar_id: avatar,
    }) => ({
      id,
      name: display_name ?? real_name ?? null,
      email: default_email ?? null,
      image: isEmpty || !avatar ? null : `https://avatars.yandex.net/get-yapic/${avatar}/islands-200`,
    }),
    revocation: false,
    style: { brandColor: '#fc3f1d' },
    options,
  }
}

const INFO = 'https://login.yandex.ru/info?format=json'

/** Requests the profile: Yandex expects the scheme `OAuth` in the `Authorization` header. */
async function requestInfo({ tokens, fetch }: UserinfoRequest<YandexProfile>): Promise<YandexProfile> {
  const response = await fetch(INFO, { headers: { authorization: `OAuth ${tokens.access_token}` } })
  if (!response.ok) throw new Error(`Yandex returned status ${response.status} for the profile request.`)
  return (await response.json()) as YandexProfile
}
