import type { OAuth2Config, OAuthUserConfig, UserinfoRequest } from '../types/oauth.ts'

/** @see https://docs.nextcloud.com/server/latest/developer_manual/client_apis/OCS/ocs-api-overview.html#user-metadata */
export interface NextcloudProfile {
  id: string
  displayname: string
  email: string | null
  /** Address of the picture; Nextcloud draws one for people who have none. */
  avatar: string
}

/**
 * Nextcloud. Environment: `AUTH_NEXTCLOUD_ID`, `AUTH_NEXTCLOUD_SECRET`, `AUTH_NEXTCLOUD_ISSUER`, the last with your server:
 * `https://cloud.example.com`. It knows no scopes: an access token may do whatever the person may. People can change their address themselves,
 * and Nextcloud does not say whether it is verified.
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
    // With `index.php` the URLs do not depend on the settings of the web server.
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
  if (!response.ok)
    throw new Error(`Nextcloud answered the request for the profile with status ${response.status}.`)
  const { ocs } = (await response.json()) as { ocs: { data: NextcloudProfile } }
  return { ...ocs.data, avatar: `${provider.issuer?.replace(/\/+$/, '')}/index.php/avatar/${id}/512` }
}
