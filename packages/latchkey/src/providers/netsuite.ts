import type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

export type { OAuth2Config } from '../types/providers/oauth.ts'

/** Your RESTlet's response. In SuiteScript, `runtime.getCurrentUser()` returns these values. */
export interface NetSuiteProfile {
  id: number
  name: string
  email: string
  location?: number
  role?: number
  roleId?: string
  roleCenter?: string
  contact?: number
  subsidiary?: number
  department?: number
}

/** Options for the NetSuite provider. */
export interface NetSuiteOptions<P extends NetSuiteProfile = NetSuiteProfile> extends OAuthUserConfig<P> {
  /** NetSuite account ID: `1234567`, or `1234567_SB1` for a sandbox. */
  accountID?: string
}

/** @deprecated Use {@link NetSuiteOptions}. */
export type OAuthNetSuiteOptions = NetSuiteOptions

/**
 * Returns the NetSuite provider.
 *
 * Set `AUTH_NETSUITE_ID` and `AUTH_NETSUITE_SECRET` to your application's client ID and client
 * secret.
 *
 * Create the application:
 * 1. As an administrator, enable your account's feature **OAuth 2.0**.
 * 2. Open **Setup → Integration → Manage Integrations → New**, enter a name and select the state
 *    **Enabled**.
 * 3. On the subtab **Authentication**, select **Authorization Code Grant**, **RESTlets** and **REST
 *    Web Services**.
 * 4. Paste the callback URL into **Redirect URI** and save.
 * 5. Copy the client ID and the client secret. NetSuite shows them only once.
 * 6. Deploy a RESTlet that returns the current user's ID, name and e-mail address as JSON.
 *
 * Scopes: `restlets` lets Latchkey call your RESTlet. `rest_webservices` gives access to the REST
 * API of NetSuite, for your own requests.
 *
 * E-mail address: The address comes from your RESTlet. NetSuite does not report whether it is
 * verified.
 *
 * Limits:
 * - Callback URLs must use HTTPS, during development too.
 * - Users need a role with the permission to sign in with OAuth 2.0 access tokens.
 *
 * Pass `accountID`, and the RESTlet's URL as `userinfo`. NetSuite has no userinfo endpoint for
 * these scopes.
 *
 * @see https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/chapter_157769826287.html Register an application
 * @see https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_158074210415.html Documentation
 */
export default function NetSuite<P extends NetSuiteProfile = NetSuiteProfile>({
  accountID,
  ...options
}: NetSuiteOptions<P> = {}): OAuth2Config<P> {
  // Host names contain the account ID in lower case, with hyphens.
  const account = accountID?.toLowerCase().replaceAll('_', '-')
  const server = account && `https://${account}.suitetalk.api.netsuite.com/services/rest/auth/oauth2/v1`
  return {
    id: 'netsuite',
    name: 'NetSuite',
    type: 'oauth',
    authorization: {
      url: account && `https://${account}.app.netsuite.com/app/login/oauth2/authorize.nl`,
      params: { scope: 'restlets rest_webservices' },
    },
    token: server && `${server}/token`,
    revocation: { ...(server && { url: `${server}/revoke` }), types: ['refresh_token'] },
    profile: ({ id, name, email }) => ({ id: String(id), name, email, image: null }),
    style: { brandColor: '#125580' },
    options,
  }
}
