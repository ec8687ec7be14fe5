import type { Sample } from '../sample.ts'

export default {
  documentation: { checkedOn: '2026-11-21', url: 'https://github.com/DuendeArchive/IdentityServer4' },
  options: { issuer: 'https://id.example.com' },
  discovery: {
    authorization_endpoint: 'https://id.example.com/connect/authorize',
    token_endpoint: 'https://id.example.com/connect/token',
    userinfo_endpoint: 'https://id.example.com/connect/userinfo',
    jwks_uri: 'https://id.example.com/.well-known/openid-configuration/jwks',
    revocation_endpoint: 'https://id.example.com/connect/revocation',
    end_session_endpoint: 'https://id.example.com/connect/endsession',
  },
  tokens: { scope: 'openid profile email' },
  profile: {
    sub: '818727',
    name: 'Ann Example',
    given_name: 'Ann',
    family_name: 'Example',
    email: 'ann@example.com',
    email_verified: true,
  },
  user: { id: '818727', name: 'Ann Example', email: 'ann@example.com' },
  isEmailVerified: true,
  afterSignIn: {
    refreshTokens: 'on request',
    requestedBy: {
      params: { scope: 'offline_access' },
      setting: '`AllowOfflineAccess` of the client',
    },
    rotates: 'setting',
    lifetimes:
      'Set in the client. Default: access token 1 hour, refresh token 30 days, or 15 days without use.',
    postLogoutField: '`PostLogoutRedirectUris` of the client',
    sources: ['https://identityserver4.readthedocs.io/en/latest/topics/refresh_tokens.html'],
  },
} satisfies Sample
