import type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

export type { OAuth2Config } from '../types/providers/oauth.ts'

/** @see https://developer.webex.com/docs/api/v1/people/get-my-own-details */
export interface WebexProfile {
  id: string
  displayName: string
  emails: string[]
  /** Missing if the user has no picture. */
  avatar?: string
}

/** Options for the Webex provider. */
export interface WebexOptions<P extends WebexProfile = WebexProfile> extends OAuthUserConfig<P> {
  /** API of another Webex, such as Webex for Government. Default: `https://webexapis.com/v1`. */
  apiBaseUrl?: string
}

/**
 * Returns the Webex provider.
 *
 * Set `AUTH_WEBEX_ID` and `AUTH_WEBEX_SECRET` to your application's client ID and client secret.
 *
 * Create the application:
 * 1. Open **My Webex Apps**, choose **Create a New App** and then **Create an Integration**.
 * 2. Enter a name and a description, and select an icon.
 * 3. Add the callback URL under **Redirect URI(s)**.
 * 4. Select the scope `spark:people_read`, and save the integration. Every integration has
 *    `spark:kms`.
 * 5. Copy the **Client ID** and the **Client Secret**. Webex shows the secret only once.
 *
 * Scopes: `spark:people_read` reads the profile. `spark:kms` gives access to encrypted data, and
 * every integration must request it. To list the user's spaces too, add `spark:rooms_read`. The
 * integration must have the same scopes.
 *
 * E-mail address: The address is the account's first one. Webex does not report whether an address
 * is verified.
 *
 * @see https://developer.webex.com/my-apps/new/integration Register an application
 * @see https://developer.webex.com/docs/integrations Documentation
 */
export default function Webex<P extends WebexProfile = WebexProfile>({
  apiBaseUrl = 'https://webexapis.com/v1',
  ...options
}: WebexOptions<P> = {}): OAuth2Config<P> {
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
