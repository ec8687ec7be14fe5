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
} satisfies Sample<LogtoProfile>
