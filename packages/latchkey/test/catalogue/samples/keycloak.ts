import type { Sample } from '../sample.ts'

export default {
  documentation: { checkedOn: '2026-11-21', url: 'https://www.keycloak.org/securing-apps/oidc-layers' },
  options: { issuer: 'https://id.example.com/realms/main' },
  discovery: {
    revocation_endpoint: 'https://id.example.com/realms/main/protocol/openid-connect/revoke',
    end_session_endpoint: 'https://id.example.com/realms/main/protocol/openid-connect/logout',
  },
  profile: {
    sub: 'f3b6c2c4-8f6c-4a7b-9a0e-2c9f3c0d1e11',
    name: 'Ann Example',
    preferred_username: 'ann',
    given_name: 'Ann',
    family_name: 'Example',
    email: 'ann@example.com',
    email_verified: false,
  },
  user: { id: 'f3b6c2c4-8f6c-4a7b-9a0e-2c9f3c0d1e11', name: 'Ann Example', email: 'ann@example.com' },
  afterSignIn: {
    refreshTokens: 'always',
    rotates: 'setting',
    lifetimes: 'Set in the realm. Default: access token 5 minutes, refresh token 30 minutes without use.',
    postLogoutField: '**Valid post logout redirect URIs**',
    sources: [
      'https://www.keycloak.org/securing-apps/oidc-layers',
      'https://www.keycloak.org/docs/latest/server_admin/#_timeouts',
    ],
  },
} satisfies Sample
