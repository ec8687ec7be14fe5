import type { Sample } from '../sample.ts'

export default {
  documentation: { checkedOn: '2026-11-21', url: 'https://www.keycloak.org/securing-apps/oidc-layers' },
  options: { issuer: 'https://id.example.com/realms/main' },
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
} satisfies Sample
