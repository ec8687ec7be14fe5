import type { AppleProfile } from '../../../src/providers/apple.ts'
import type { Sample } from '../sample.ts'

export default {
  documentation: {
    checkedOn: '2026-11-21',
    url: 'https://developer.apple.com/documentation/signinwithapple',
  },
  discovery: {
    authorization_endpoint: 'https://appleid.apple.com/auth/authorize',
    token_endpoint: 'https://appleid.apple.com/auth/token',
    userinfo_endpoint: undefined,
    jwks_uri: 'https://appleid.apple.com/auth/keys',
    revocation_endpoint: 'https://appleid.apple.com/auth/revoke',
  },
  callbackParameters: {
    user: '{"name":{"firstName":"Ann","lastName":"Example"},"email":"somebody.else@example.com"}',
  },
  profile: {
    sub: '000821.9b2f0a1e4d5c4a6fb7f2a1d0c9e8b7a6.1547',
    email: 'ann@privaterelay.appleid.com',
    email_verified: 'true',
    is_private_email: 'true',
  },
  user: {
    id: '000821.9b2f0a1e4d5c4a6fb7f2a1d0c9e8b7a6.1547',
    name: 'Ann Example',
    email: 'ann@privaterelay.appleid.com',
  },
  isEmailVerified: true,
  afterSignIn: {
    refreshTokens: 'always',
    rotates: false,
    lifetimes: 'Access token: 1 hour. Refresh token: until it is revoked.',
    sources: [
      'https://developer.apple.com/documentation/signinwithapplerestapi/generate-and-validate-tokens',
      'https://developer.apple.com/documentation/signinwithapplerestapi/revoke-tokens',
    ],
  },
} satisfies Sample<AppleProfile>
