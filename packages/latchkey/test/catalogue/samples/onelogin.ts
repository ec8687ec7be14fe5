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
  },
  profile: { sub: '18367289', name: 'Ann Example', preferred_username: 'ann', email: 'ann@example.com' },
  user: { id: '18367289', name: 'Ann Example', email: 'ann@example.com' },
} satisfies Sample
