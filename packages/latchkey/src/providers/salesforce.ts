import type { OAuthUserConfig, OIDCConfig } from '../types/oauth.ts'
import type { Profile } from '../types/user.ts'

/** @see https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_using_userinfo_endpoint.htm&type=5 */
export interface SalesforceProfile extends Profile {
  /** A URL, made of the ids of the organisation and of the user. */
  sub: string
  user_id: string
  organization_id: string
  preferred_username?: string
}

/**
 * Salesforce. Environment: `AUTH_SALESFORCE_ID`, `AUTH_SALESFORCE_SECRET`, and `AUTH_SALESFORCE_ISSUER` for others than
 * `https://login.salesforce.com`: `https://test.salesforce.com` for sandboxes, `https://<name>.my.salesforce.com` for one organisation.
 *
 * The application, since spring 2026 an external client app, has to be allowed the scopes `openid`, `profile` and `email`. Its ID tokens name
 * nobody unless it is set to put the standard claims into them, so the userinfo endpoint is asked.
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
