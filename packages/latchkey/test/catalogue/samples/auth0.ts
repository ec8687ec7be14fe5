import type { Sample } from '../sample.ts'

export default {
  documentation: {
    checkedOn: '2026-11-21',
    url: 'https://auth0.com/docs/get-started/applications/configure-applications-with-oidc-discovery',
  },
  options: { issuer: 'https://tenant.eu.auth0.com' },
  // Auth0's issuer ends with a slash.
  discovery: {
    issuer: 'https://tenant.eu.auth0.com/',
    revocation_endpoint: 'https://tenant.eu.auth0.com/oauth/revoke',
  },
  profile: {
    sub: 'auth0|5f7c8ec7c33c6c004bbafe82',
    name: 'Ann Example',
    nickname: 'ann',
    picture: 'https://s.gravatar.com/avatar/ann',
    email: 'ann@example.com',
    email_verified: true,
  },
  user: {
    id: 'auth0|5f7c8ec7c33c6c004bbafe82',
    name: 'Ann Example',
    email: 'ann@example.com',
    image: 'https://s.gravatar.com/avatar/ann',
  },
  isEmailVerified: true,
  afterSignIn: {
    refreshTokens: 'on request',
    requestedBy: { params: { scope: 'offline_access' } },
    rotates: 'setting',
    lifetimes: 'Set in the application.',
    postLogoutField: '**Allowed Logout URLs**',
    sources: [
      'https://auth0.com/docs/secure/tokens/refresh-tokens/configure-refresh-token-rotation',
      'https://auth0.com/docs/secure/tokens/refresh-tokens/revoke-refresh-tokens',
      'https://auth0.com/docs/authenticate/login/logout/log-users-out-of-auth0',
    ],
  },
} satisfies Sample
