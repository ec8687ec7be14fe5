import type { OAuth2Config, OAuthUserConfig } from '../types/oauth.ts'

/** What your `userinfo` has to tell; `runtime.getCurrentUser()` of SuiteScript has it. */
export interface NetSuiteProfile {
  id: number
  name: string
  email: string
}

/** What an application may set on NetSuite. */
export interface NetSuiteOptions extends OAuthUserConfig<NetSuiteProfile> {
  /** Id of the NetSuite account: `1234567`, or `1234567_SB1` of a sandbox. */
  accountID?: string
}

/**
 * NetSuite. Environment: `AUTH_NETSUITE_ID`, `AUTH_NETSUITE_SECRET`.
 *
 * Pass `accountID`, and as `userinfo` the URL of a RESTlet that answers with the id, name and e-mail address of the current user as JSON:
 * NetSuite has no endpoint for that in these scopes.
 *
 * @see https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/chapter_157769826287.html Register an application
 * @see https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_158074210415.html Documentation
 */
export default function NetSuite({
  accountID,
  ...options
}: NetSuiteOptions = {}): OAuth2Config<NetSuiteProfile> {
  // In host names the account is written in another way.
  const account = accountID?.toLowerCase().replaceAll('_', '-')
  return {
    id: 'netsuite',
    name: 'NetSuite',
    type: 'oauth',
    authorization: {
      url: account && `https://${account}.app.netsuite.com/app/login/oauth2/authorize.nl`,
      params: { scope: 'restlets rest_webservices' },
    },
    token: account && `https://${account}.suitetalk.api.netsuite.com/services/rest/auth/oauth2/v1/token`,
    profile: ({ id, name, email }) => ({ id: String(id), name, email, image: null }),
    style: { brandColor: '#125580' },
    options,
  }
}
