import type { CognitoProfile } from '../../../src/providers/cognito.ts'
import { CLIENT_ID, type Sample } from '../sample.ts'

export default {
  documentation: {
    checkedOn: '2026-11-21',
    url: 'https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-id-token.html',
  },
  options: { issuer: 'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_EXAMPLE' },
  // The endpoints are at the domain of the user pool, not at the issuer.
  discovery: {
    authorization_endpoint: 'https://example.auth.eu-west-1.amazoncognito.com/oauth2/authorize',
    token_endpoint: 'https://example.auth.eu-west-1.amazoncognito.com/oauth2/token',
    userinfo_endpoint: 'https://example.auth.eu-west-1.amazoncognito.com/oauth2/userInfo',
    jwks_uri: 'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_EXAMPLE/.well-known/jwks.json',
    revocation_endpoint: 'https://example.auth.eu-west-1.amazoncognito.com/oauth2/revoke',
    end_session_endpoint: 'https://example.auth.eu-west-1.amazoncognito.com/logout',
  },
  profile: {
    sub: 'aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee',
    'cognito:username': 'ann',
    'cognito:groups': ['readers'],
    token_use: 'id',
    name: 'Ann Example',
    email: 'ann@example.com',
    email_verified: true,
  },
  user: { id: 'aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee', name: 'Ann Example', email: 'ann@example.com' },
  isEmailVerified: true,
  afterSignIn: {
    refreshTokens: 'always',
    rotates: 'setting',
    lifetimes: 'Set in the app client. Default: access token 1 hour, refresh token 30 days.',
    signOutParameters: {
      client_id: CLIENT_ID,
      logout_uri: 'https://app.test/auth/signout/cognito',
    },
    postLogoutField: '**Allowed sign-out URLs**',
    sources: [
      'https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-refresh-token.html',
      'https://docs.aws.amazon.com/cognito/latest/developerguide/revocation-endpoint.html',
      'https://docs.aws.amazon.com/cognito/latest/developerguide/logout-endpoint.html',
    ],
  },
} satisfies Sample<CognitoProfile>
