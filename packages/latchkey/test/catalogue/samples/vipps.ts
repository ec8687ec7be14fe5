import type { VippsProfile } from '../../../src/providers/vipps.ts'
import type { Sample } from '../sample.ts'

export default {
  documentation: {
    checkedOn: '2026-11-21',
    url: 'https://developer.vippsmobilepay.com/docs/APIs/login-api/api-guide/browser-flow-integration',
  },
  discovery: {
    authorization_endpoint: 'https://api.vipps.no/access-management-1.0/access/oauth2/auth',
    token_endpoint: 'https://api.vipps.no/access-management-1.0/access/oauth2/token',
    userinfo_endpoint: 'https://api.vipps.no/vipps-userinfo-api/userinfo',
    jwks_uri: 'https://api.vipps.no/access-management-1.0/access/.well-known/jwks.json',
    revocation_endpoint: 'https://api.vipps.no/access-management-1.0/access/oauth2/revoke',
  },
  tokens: { scope: 'openid name email' },
  profile: {
    sub: 'c06c4afe-d9e1-4c5d-939a-177d752a0944',
    sid: '7d78a726-af92-499e-b857-de263ef9a969',
    name: 'Ann Example',
    given_name: 'Ann',
    family_name: 'Example',
    email: 'ann@example.com',
    email_verified: true,
  },
  user: { id: 'c06c4afe-d9e1-4c5d-939a-177d752a0944', name: 'Ann Example', email: 'ann@example.com' },
  isEmailVerified: true,
  afterSignIn: {
    refreshTokens: 'never',
    sources: ['https://developer.vippsmobilepay.com/api/login'],
  },
} satisfies Sample<VippsProfile>
