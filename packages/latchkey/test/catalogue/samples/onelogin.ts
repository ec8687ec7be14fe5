import type { Sample } from '../sample.ts'

export default {
  documentation: {
    checkedOn: '2026-11-21',
    url: 'https://developers.onelogin.com/openid-connect/api/provider-config',
  },
  options: { issuer: 'https://example.onelogin.com/oidc/2' },
  discovery: {
    authorization_endpoint: 'https://example.onelogin.com/oidc/2/auth',
    token_endpoint: 'https://example.onelogin.com/oidc/2/token',
    userinfo_endpoint: 'https://example.onelogin.com/oidc/2/me',
    jwks_uri: 'https://example.onelogin.com/oidc/2/certs',
    revocation_endpoint: 'https://example.onelogin.com/oidc/2/token/revocation',
    end_session_endpoint: 'https://example.onelogin.com/oidc/2/logout',
  },
  profile: { sub: '18367289', name: 'Ann Example', preferred_username: 'ann', email: 'ann@example.com' },
  user: { id: '18367289', name: 'Ann Example', email: 'ann@example.com' },
  afterSignIn: {
    refreshTokens: 'on request',
    requestedBy: { setting: 'a timeout for refresh tokens in the application' },
    rotates: true,
    lifetimes: 'Set in the application.',
    postLogoutField: '**Post Logout Redirect URIs**',
    sources: [
      'https://developers.onelogin.com/openid-connect/api/refresh-token',
      'https://developers.onelogin.com/openid-connect/api/logout',
    ],
  },
} satisfies Sample
