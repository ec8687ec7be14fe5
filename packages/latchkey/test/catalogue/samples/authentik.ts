import type { AuthentikProfile } from '../../../src/providers/authentik.ts'
import type { Sample } from '../sample.ts'

export default {
  documentation: {
    checkedOn: '2026-11-21',
    url: 'https://github.com/goauthentik/authentik/blob/main/website/docs/add-secure-apps/providers/oauth2/index.mdx',
  },
  options: { issuer: 'https://id.example.com/application/o/app' },
  discovery: {
    issuer: 'https://id.example.com/application/o/app/',
    authorization_endpoint: 'https://id.example.com/application/o/authorize/',
    token_endpoint: 'https://id.example.com/application/o/token/',
  },
  profile: {
    sub: '4c1ad0f5ac6cb8f2f5b1d1a8d3d2a9f8e7c6b5a4938271605f4e3d2c1b0a9f8e',
    name: 'Ann Example',
    given_name: 'Ann Example',
    preferred_username: 'ann',
    nickname: 'ann',
    groups: ['authentik Admins'],
    email: 'ann@example.com',
    email_verified: false,
  },
  user: {
    id: '4c1ad0f5ac6cb8f2f5b1d1a8d3d2a9f8e7c6b5a4938271605f4e3d2c1b0a9f8e',
    name: 'Ann Example',
    email: 'ann@example.com',
  },
} satisfies Sample<AuthentikProfile>
