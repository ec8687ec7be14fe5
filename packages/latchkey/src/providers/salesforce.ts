import type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'
import type { Profile } from '../types/user.ts'

export type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'

/**
 * @see https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_using_userinfo_endpoint.htm&type=5
 */
export interface SalesforceProfile extends Profile {
  /** URL that contains the organization and user IDs. */
  sub: string
  user_id: string
  organization_id: string
  preferred_username?: string
}

/**
 * Returns the Salesforce provider.
 *
 * Set `AUTH_SALESFORCE_ID` and `AUTH_SALESFORCE_SECRET` to your application's client ID and client
 * secret. The issuer is `https://login.salesforce.com`. To use another one, set
 * `AUTH_SALESFORCE_ISSUER` to `https://test.salesforce.com` for sandboxes or
 * `https://<name>.my.salesforce.com` for one organization.
 *
 * Create the application:
 * 1. In Setup, open **External Client App Manager** and choose **New External Client App**.
 * 2. Enter a name and a contact's e-mail address.
 * 3. Under **API (Enable OAuth Settings)**, select **Enable OAuth**. Paste the callback URL into
 *    **Callback URL**.
 * 4. Select the OAuth scopes that contain `openid`, `profile` and `email`, and create the
 *    application.
 * 5. Copy the consumer key, which is the client ID, and the consumer secret, which is the client
 *    secret.
 *
 * Limits:
 * - Since spring 2026, you can create external client apps, but no connected apps.
 * - A sign-out at Salesforce needs **Enable Single Logout** in the application. Salesforce then
 *   leads users to the application's logout URL, regardless of the sign-out request.
 *
 * ID tokens contain no user claims unless the application's settings include the standard claims.
 * The profile therefore comes from the userinfo endpoint.
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
