import type { LogtoProfile } from '../../../src/providers/logto.ts'
import type { Sample } from '../sample.ts'

export default {
  documentation: { checkedOn: '2026-11-21', url: 'https://docs.logto.io/developers/custom-id-token' },
  options: { issuer: 'https://example.logto.app/oidc' },
  discovery: {
    authorization_endpoint: 'https://example.logto.app/oidc/auth',
    token_endpoint: 'https://example.logto.app/oidc/token',
    userinfo_endpoint: 'https://example.logto.app/oidc/me',
    jwks_uri: 'https://example.logto.app/oidc/jwks',
    revocation_endpoint: 'https://example.logto.app/oidc/token/revocation',
    end_session_endpoint: 'https://example.logto.app/oidc/session/end',
  },
  tokens: { scope: 'openid profile email offline_access' },
  profile: {
    sub: 'foo9q2xk1abc',
    name: null,
    username: 'ann',
    picture: null,
    email: 'ann@example.com',
    email_verified: true,
  },
  user: { id: 'foo9q2xk1abc', name: 'ann', email: 'ann@example.com', image: null },
  isEmailVerified: true,
  afterSignIn: {
    refreshTokens: 'on request',
    requestedBy: { params: { scope: 'offline_access', prompt: 'consent' } },
    rotates: 'setting',
    lifetimes: 'Access token: 1 hour. Refresh token: set in the application, 14 days by default.',
    postLogoutField: '**Post sign-out redirect URIs**',
    sources: [
      'https://docs.logto.io/integrate-logto/application-data-structure',
      'https://docs.logto.io/end-user-flows/sign-out',
    ],
  },
} satisfies Sample<LogtoProfile>
