import type { OAuth2Config, OAuthUserConfig } from '../types/oauth.ts'

/** @see https://developer.webex.com/docs/api/v1/people/get-my-own-details */
export interface WebexProfile {
  id: string
  displayName: string
  emails: string[]
  /** Only of people who have a picture. */
  avatar?: string
}

/** What an application may set on Webex. */
export interface WebexOptions extends OAuthUserConfig<WebexProfile> {
  /** Another Webex, such as that of the government of the United States. Default: `https://webexapis.com/v1`. */
  apiBaseUrl?: string
}

/**
 * Webex. Environment: `AUTH_WEBEX_ID`, `AUTH_WEBEX_SECRET`.
 *
 * The integration has to be registered with the scopes `spark:kms`, which all have, and `spark:people_read`.
 *
 * @see https://developer.webex.com/my-apps/new/integration Register an application
 * @see https://developer.webex.com/docs/integrations Documentation
 */
export default function Webex({
  apiBaseUrl = 'https://webexapis.com/v1',
  ...options
}: WebexOptions = {}): OAuth2Config<WebexProfile> {
  const api = apiBaseUrl.replace(/\/+$/, '')
  return {
    id: 'webex',
    name: 'Webex',
    type: 'oauth',
    authorization: { url: `${api}/authorize`, params: { scope: 'spark:kms spark:people_read' } },
    token: `${api}/access_token`,
    userinfo: `${api}/people/me`,
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ id, displayName, emails, avatar }) => ({
      id,
      name: displayName,
      email: emails[0] ?? null,
      image: avatar ?? null,
    }),
    style: { brandColor: '#000000', icon: () => import('../icons/webex.ts') },
    options,
  }
}
