import type { Sample } from '../sample.ts'

const issuer = 'https://auth.pingone.eu/3c4f2a68-6d6c-4c11-9d51-2f5a4b0e6a77/as'

export default {
  documentation: {
    checkedOn: '2026-11-21',
    url: 'https://docs.pingidentity.com/pingoneforenterprise/pingone_for_enterprise/p14e_integrate_oidc_application.html',
  },
  options: { issuer },
  discovery: {
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    revocation_endpoint: `${issuer}/revoke`,
    end_session_endpoint: `${issuer}/signoff`,
  },
  tokens: { scope: 'openid profile email' },
  profile: {
    sub: '8b1f4a5e-2d7e-4c0e-b0d4-6a2c1c9f7e55',
    name: 'Ann Example',
    preferred_username: 'ann',
    given_name: 'Ann',
    family_name: 'Example',
    email: 'ann@example.com',
  },
  user: { id: '8b1f4a5e-2d7e-4c0e-b0d4-6a2c1c9f7e55', name: 'Ann Example', email: 'ann@example.com' },
  afterSignIn: {
    refreshTokens: 'on request',
    requestedBy: { setting: 'the grant type **Refresh Token** in the application' },
    rotates: true,
    lifetimes: 'Set in the application.',
    postLogoutField: '**Signoff URLs**',
    sources: [
      'https://developer.pingidentity.com/pingone-api/auth/openid-connect-oauth-2.html',
      'https://developer.pingidentity.com/pingone-api/auth/openid-connect-oauth-2/signoff.html',
    ],
  },
} satisfies Sample
