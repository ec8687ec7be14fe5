import type { SalesforceProfile } from '../../../src/providers/salesforce.ts'
import type { Sample } from '../sample.ts'

export default {
  documentation: {
    checkedOn: '2026-11-21',
    url: 'https://help.salesforce.com/apex/HTViewHelpDoc?id=xcloud.remoteaccess_using_openid_discovery_endpoint.htm',
  },
  discovery: {
    authorization_endpoint: 'https://login.salesforce.com/services/oauth2/authorize',
    token_endpoint: 'https://login.salesforce.com/services/oauth2/token',
    userinfo_endpoint: 'https://login.salesforce.com/services/oauth2/userinfo',
    jwks_uri: 'https://login.salesforce.com/id/keys',
    revocation_endpoint: 'https://login.salesforce.com/services/oauth2/revoke',
    end_session_endpoint: 'https://login.salesforce.com/services/auth/idp/oidc/logout',
  },
  tokens: {
    instance_url: 'https://example.my.salesforce.com',
    issued_at: '1763749000000',
    expires_in: undefined,
  },
  profile: {
    sub: 'https://login.salesforce.com/id/00Dx0000000BV7z/005x00000012Q9P',
    user_id: '005x00000012Q9P',
    organization_id: '00Dx0000000BV7z',
    preferred_username: 'ann@example.my.salesforce.com',
    name: 'Ann Example',
    email: 'ann@example.com',
    email_verified: true,
    picture: 'https://example.file.force.com/profilephoto/005/F',
  },
  user: {
    id: 'https://login.salesforce.com/id/00Dx0000000BV7z/005x00000012Q9P',
    name: 'Ann Example',
    email: 'ann@example.com',
    image: 'https://example.file.force.com/profilephoto/005/F',
  },
  isEmailVerified: true,
  afterSignIn: {
    refreshTokens: 'on request',
    requestedBy: { params: { scope: 'refresh_token' }, setting: 'an entry in the scopes of the application' },
    rotates: 'setting',
    lifetimes: 'Set in the application.',
    sources: [
      'https://developer.salesforce.com/docs/platform/mobile-sdk/guide/oauth-revoking-tokens.html',
      'https://help.salesforce.com/s/articleView?id=xcloud.slo_about.htm&type=5',
    ],
  },
} satisfies Sample<SalesforceProfile>
