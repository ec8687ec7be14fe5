import type { OAuth2Config, OAuthUserConfig, UserinfoRequest } from '../types/providers/oauth.ts'

export type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

/**
 * @see https://docs.nextcloud.com/server/latest/developer_manual/client_apis/OCS/ocs-api-overview.html#user-metadata
 */
export interface NextcloudProfile {
  id: string
  displayname: string
  email: string | null
  /** Picture URL. Nextcloud generates one for users without a picture. */
  avatar: string
  phone?: string
  address?: string
  website?: string
  twitter?: string
  fediverse?: string
  organisation?: string
  role?: string
  headline?: string
  biography?: string
  groups?: string[]
  language?: string
  locale?: string
  enabled?: boolean
  storageLocation?: string
}

/**
 * Returns the Nextcloud provider.
 *
 * Set `AUTH_NEXTCLOUD_ID` and `AUTH_NEXTCLOUD_SECRET` to your application's client ID and client
 * secret, and `AUTH_NEXTCLOUD_ISSUER` to your server's URL: `https://cloud.example.com`.
 *
 * Create the application:
 * 1. As an administrator, open **Administration settings → Security**.
 * 2. Under **OAuth 2.0 clients**, enter a name and paste the callback URL into **Redirection URI**.
 *    Choose **Add**.
 * 3. Copy the **Client Identifier** and the **Secret**.
 *
 * Scopes: An access token has all the user's permissions, because Nextcloud has no scopes.
 *
 * E-mail address: The address is missing if the account has none. Users can change their address
 * themselves, and Nextcloud does not report whether it is verified.
 *
 * Limits:
 * - An application has only one callback URL.
 *
 * @see https://docs.nextcloud.com/server/latest/admin_manual/configuration_server/oauth2.html Register an application
 * @see https://docs.nextcloud.com/server/latest/admin_manual/configuration_server/oauth2.html Documentation
 */
export default function Nextcloud(
  options: OAuthUserConfig<NextcloudProfile> = {},
): OAuth2Config<NextcloudProfile> {
  return {
    id: 'nextcloud',
    name: 'Nextcloud',
    type: 'oauth',
    // With `index.php`, the URLs work with any rewrite rules on the web server.
    authorization: { url: '/index.php/apps/oauth2/authorize', params: { scope: '' } },
    token: '/index.php/apps/oauth2/api/v1/token',
    userinfo: { url: '/ocs/v1.php/cloud/users', request: requestProfile },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ id, displayname, email, avatar }) => ({ id, name: displayname || id, email, image: avatar }),
    style: { brandColor: '#0082c9', icon: () => import('../icons/nextcloud.ts') },
    options,
  }
}

async function requestProfile({
  tokens,
  provider,
  fetch,
}: UserinfoRequest<NextcloudProfile>): Promise<NextcloudProfile> {
  const id = encodeURIComponent(String(tokens.user_id))
  const headers = { authorization: `Bearer ${tokens.access_token}`, 'ocs-apirequest': 'true' }
  const response = await fetch(`${provider.userinfo.url}/${id}?format=json`, { headers })
  if (!response.ok) throw new Error(`Nextcloud returned status ${response.status} for the profile request.`)
  const { ocs } = (await response.json()) as { ocs: { data: NextcloudProfile } }
  return { ...ocs.data, avatar: `${provider.issuer?.replace(/\/+$/, '')}/index.php/avatar/${id}/512` }
}
