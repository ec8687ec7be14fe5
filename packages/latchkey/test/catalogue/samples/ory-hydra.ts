import type { Sample } from '../sample.ts'

export default {
  documentation: {
    unavailable:
      'Only the administration documentation was available. ' +
      'Hydra is a certified OpenID provider whose claims come from the consent screen.',
  },
  options: { issuer: 'https://example.projects.oryapis.com' },
  discovery: {
    authorization_endpoint: 'https://example.projects.oryapis.com/oauth2/auth',
    token_endpoint: 'https://example.projects.oryapis.com/oauth2/token',
    jwks_uri: 'https://example.projects.oryapis.com/.well-known/jwks.json',
    revocation_endpoint: 'https://example.projects.oryapis.com/oauth2/revoke',
    end_session_endpoint: 'https://example.projects.oryapis.com/oauth2/sessions/logout',
  },
  tokens: { token_type: 'bearer', scope: 'openid profile email' },
  profile: {
    sub: '7c1a6a9e-6b0d-4b7e-9a0b-0d5f3f9b8a11',
    name: 'Ann Example',
    email: 'ann@example.com',
    email_verified: true,
  },
  user: { id: '7c1a6a9e-6b0d-4b7e-9a0b-0d5f3f9b8a11', name: 'Ann Example', email: 'ann@example.com' },
  isEmailVerified: true,
  afterSignIn: {
    refreshTokens: 'on request',
    requestedBy: {
      params: { scope: 'offline_access' },
      setting: 'the grant type `refresh_token` of the client',
    },
    rotates: true,
    lifetimes: 'By default, access token: 1 hour. Refresh token: 30 days.',
    postLogoutField: '`post_logout_redirect_uris`',
    sources: [
      'https://www.ory.com/docs/oauth2-oidc/authorization-code-flow',
      'https://www.ory.com/docs/hydra/reference/configuration',
    ],
  },
} satisfies Sample
