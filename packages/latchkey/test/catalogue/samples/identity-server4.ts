import type { Sample } from '../sample.ts'

export default {
  documentation: { checkedOn: '2026-11-21', url: 'https://github.com/DuendeArchive/IdentityServer4' },
  options: { issuer: 'https://id.example.com' },
  discovery: {
    authorization_endpoint: 'https://id.example.com/connect/authorize',
    token_endpoint: 'https://id.example.com/connect/token',
    userinfo_endpoint: 'https://id.example.com/connect/userinfo',
    jwks_uri: 'https://id.example.com/.well-known/openid-configuration/jwks',
  },
  tokens: { scope: 'openid profile email' },
  profile: {
    sub: '818727',
    name: 'Ann Example',
    given_name: 'Ann',
    family_name: 'Example',
    email: 'ann@example.com',
    email_verified: true,
  },
  user: { id: '818727', name: 'Ann Example', email: 'ann@example.com' },
  isEmailVerified: true,
} satisfies Sample
