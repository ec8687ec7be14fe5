import type { Sample } from '../sample.ts'

export default {
  documentation: {
    checkedOn: '2026-11-21',
    url: 'https://support.okta.com/help/s/article/Okta-Groups-or-Attribute-Missing-from-Id-Token',
  },
  options: { issuer: 'https://example.okta.com/oauth2/default' },
  discovery: {
    authorization_endpoint: 'https://example.okta.com/oauth2/default/v1/authorize',
    token_endpoint: 'https://example.okta.com/oauth2/default/v1/token',
    userinfo_endpoint: 'https://example.okta.com/oauth2/default/v1/userinfo',
    jwks_uri: 'https://example.okta.com/oauth2/default/v1/keys',
    revocation_endpoint: 'https://example.okta.com/oauth2/default/v1/revoke',
    end_session_endpoint: 'https://example.okta.com/oauth2/default/v1/logout',
  },
  tokens: { scope: 'openid profile email' },
  profile: {
    sub: '00uid4BxXw6I6TV4m0g3',
    name: 'Ann Example',
    preferred_username: 'ann@example.com',
    given_name: 'Ann',
    family_name: 'Example',
    email: 'ann@example.com',
    email_verified: true,
    updated_at: 1_311_280_970,
  },
  user: { id: '00uid4BxXw6I6TV4m0g3', name: 'Ann Example', email: 'ann@example.com' },
  isEmailVerified: true,
  afterSignIn: {
    refreshTokens: 'on request',
    requestedBy: {
      params: { scope: 'offline_access' },
      setting: 'the grant type **Refresh Token** in the application',
    },
    rotates: 'setting',
    lifetimes: 'Set in the authorization server.',
    postLogoutField: '**Sign-out redirect URIs**',
    sources: [
      'https://developer.okta.com/docs/guides/refresh-tokens/main/',
      'https://developer.okta.com/docs/api/openapi/okta-oauth/oauth/customas/revokecustomas',
    ],
  },
} satisfies Sample
