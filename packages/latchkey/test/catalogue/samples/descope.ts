import type { Sample } from '../sample.ts'

export default {
  documentation: {
    checkedOn: '2026-11-21',
    url: 'https://docs.descope.com/identity-federation/applications/oidc-apps/oidc-endpoints',
  },
  // The issuer is derived from the client ID, which is the project ID.
  discovery: {
    authorization_endpoint: 'https://api.descope.com/oauth2/v1/authorize',
    token_endpoint: 'https://api.descope.com/oauth2/v1/token',
    userinfo_endpoint: 'https://api.descope.com/oauth2/v1/userinfo',
    jwks_uri: 'https://api.descope.com/the-application/.well-known/jwks.json',
    revocation_endpoint: 'https://api.descope.com/oauth2/v1/revoke',
    end_session_endpoint: 'https://api.descope.com/oauth2/v1/logout',
  },
  profile: {
    sub: 'U2cR8n1m0vYJt5wQxZb7a9kLd3Pf',
    name: 'Ann Example',
    email: 'ann@example.com',
    email_verified: true,
    picture: 'https://example.com/ann.png',
  },
  user: {
    id: 'U2cR8n1m0vYJt5wQxZb7a9kLd3Pf',
    name: 'Ann Example',
    email: 'ann@example.com',
    image: 'https://example.com/ann.png',
  },
  isEmailVerified: true,
  afterSignIn: {
    refreshTokens: 'not documented',
    sources: ['https://docs.descope.com/identity-federation/applications/oidc-apps/oidc-endpoints'],
  },
} satisfies Sample
