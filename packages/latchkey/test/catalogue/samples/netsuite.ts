import type { NetSuiteProfile } from '../../../src/providers/netsuite.ts'
import type { Sample } from '../sample.ts'

export default {
  documentation: {
    checkedOn: '2026-11-21',
    url: 'https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_160855590788.html',
  },
  options: {
    accountID: '1234567_SB1',
    userinfo: 'https://1234567-sb1.restlets.api.netsuite.com/app/site/hosting/restlet.nl?script=123&deploy=1',
  },
  callbackParameters: { role: '3', entity: '12', company: '1234567_SB1' },
  // The lifetime is a string.
  tokens: { token_type: 'bearer', refresh_token: 'refresh-token', expires_in: '3600' },
  profile: { id: 12, name: 'Ann Example', email: 'ann@example.com' },
  user: { id: '12', name: 'Ann Example', email: 'ann@example.com', image: null },
  afterSignIn: {
    refreshTokens: 'always',
    lifetimes: 'Access token: 1 hour.',
    sources: [
      'https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_160855594402.html',
      'https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_161071224088.html',
    ],
  },
} satisfies Sample<NetSuiteProfile>
