import type { AzureADB2CProfile } from '../../../src/providers/azure-ad-b2c.ts'
import type { Sample } from '../sample.ts'

export default {
  documentation: {
    checkedOn: '2026-11-21',
    url: 'https://github.com/AzureAD/microsoft-identity-web/wiki/Azure-AD-B2C-issuer-claim-support',
  },
  options: { issuer: 'https://example.b2clogin.com/example.onmicrosoft.com/B2C_1_signin/v2.0' },
  discovery: {
    issuer: 'https://example.b2clogin.com/775527ff-9a37-4307-8b3d-cc311f58d925/v2.0/',
    authorization_endpoint:
      'https://example.b2clogin.com/example.onmicrosoft.com/b2c_1_signin/oauth2/v2.0/authorize',
    token_endpoint: 'https://example.b2clogin.com/example.onmicrosoft.com/b2c_1_signin/oauth2/v2.0/token',
    userinfo_endpoint: undefined,
    jwks_uri: 'https://example.b2clogin.com/example.onmicrosoft.com/b2c_1_signin/discovery/v2.0/keys',
    end_session_endpoint:
      'https://example.b2clogin.com/example.onmicrosoft.com/b2c_1_signin/oauth2/v2.0/logout',
  },
  tokens: { not_before: 1_763_700_000, expires_on: 1_763_703_600, refresh_token: 'rt.example' },
  profile: {
    sub: '884408e1-2918-4cz0-b12d-3aa027d7563b',
    name: 'Ann Example',
    emails: ['ann@example.com'],
    tfp: 'B2C_1_signin',
  },
  user: {
    id: '884408e1-2918-4cz0-b12d-3aa027d7563b',
    name: 'Ann Example',
    email: 'ann@example.com',
    image: null,
  },
  afterSignIn: {
    refreshTokens: 'on request',
    requestedBy: { params: { scope: 'offline_access' } },
    rotates: true,
    lifetimes: 'Set in the user flow. Default: access token 60 minutes, refresh token 14 days.',
    postLogoutField: '**Redirect URIs**',
    sources: [
      'https://learn.microsoft.com/azure/active-directory-b2c/configure-tokens',
      'https://learn.microsoft.com/azure/active-directory-b2c/openid-connect#send-a-sign-out-request',
    ],
  },
} satisfies Sample<AzureADB2CProfile>
