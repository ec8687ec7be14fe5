import type { FusionAuthProfile } from '../../../src/providers/fusionauth.ts'
import type { Sample } from '../sample.ts'

export default {
  documentation: {
    unavailable: 'The documentation was not available, only issues about the discovery documents of tenants.',
  },
  options: { issuer: 'https://id.example.com/', tenantId: 'bafb4319-b7ca-ed27-fa2f-bbdba9d8ec06' },
  // The issuer comes from the tenant's settings.
  discovery: {
    issuer: 'https://id.example.com/',
    authorization_endpoint: 'https://id.example.com/oauth2/authorize',
    token_endpoint: 'https://id.example.com/oauth2/token',
    userinfo_endpoint: 'https://id.example.com/oauth2/userinfo',
    jwks_uri: 'https://id.example.com/.well-known/jwks.json',
    end_session_endpoint: 'https://id.example.com/oauth2/logout',
  },
  tokens: {
    userId: '3b6d2f70-4821-4694-ac89-60333c9c4165',
    scope: 'openid offline_access email profile',
    refresh_token: 'refresh-token',
  },
  profile: {
    sub: '3b6d2f70-4821-4694-ac89-60333c9c4165',
    tid: 'bafb4319-b7ca-ed27-fa2f-bbdba9d8ec06',
    authenticationType: 'PASSWORD',
    email: 'ann@example.com',
    email_verified: true,
    preferred_username: 'ann',
  },
  user: { id: '3b6d2f70-4821-4694-ac89-60333c9c4165', name: 'ann', email: 'ann@example.com' },
  isEmailVerified: true,
  afterSignIn: {
    refreshTokens: 'on request',
    requestedBy: {
      params: { scope: 'offline_access' },
      setting: '**Generate refresh tokens** on the tab **OAuth** of the application',
    },
    rotates: 'setting',
    lifetimes: 'Set in the tenant or in the application.',
    postLogoutField: '**Authorized redirect URLs**',
    sources: ['https://fusionauth.io/docs/lifecycle/authenticate-users/oauth/endpoints'],
  },
} satisfies Sample<FusionAuthProfile>
