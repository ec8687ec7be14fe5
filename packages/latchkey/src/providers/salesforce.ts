import type { OAuthUserConfig, OIDCConfig } from '../types/oauth.ts'
import type { Profile } from '../types/user.ts'

/**
 * @see https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_using_userinfo_endpoint.htm&type=5
 */
export interface SalesforceProfile extends Profile {
  /** URL that contains the IDs of the organization and of the user. */
  sub: string
  user_id: string
  organization_id: string
  preferred_username?: string
}

/**
 * Returns the Salesforce provider.
 *
 * Set `AUTH_SALESFORCE_ID` and `AUTH_SALESFORCE_SECRET` to the client ID and client secret of your
 * application. The issuer is `https://login.salesforce.com`. To use another one, set
 * `AUTH_SALESFORCE_ISSUER` to `https://test.salesforce.com` for sandboxes or
 * `https://<name>.my.salesforce.com` for one organization.
 *
 * The application, since spring 2026 an external client app, must allow the scopes `openid`,
 * `profile` and `email`. Its ID tokens contain no user claims unless its settings include the
 * standard claims, so the profile comes from the userinfo endpoint.
 *
 * @see https://help.salesforce.com/s/articleView?id=005228017&type=1 Register an application
 * @see https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_using_openid_discovery_endpoint.htm&type=5 Documentation
 */
export default function Salesforce(
  options: OAuthUserConfig<SalesforceProfile> = {},
): OIDCConfig<SalesforceProfile> {
  return {
    id: 'salesforce',
    name: 'Salesforce',
    type: 'oidc',
    issuer: 'https://login.salesforce.com',
    idToken: false,
    style: { brandColor: '#00a1e0' },
    options,
  }
}
