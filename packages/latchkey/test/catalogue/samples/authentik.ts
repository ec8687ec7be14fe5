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
    revocation_endpoint: 'https://id.example.com/application/o/revoke/',
    end_session_endpoint: 'https://id.example.com/application/o/app/end-session/',
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
  afterSignIn: {
    refreshTokens: 'on request',
    requestedBy: {
      params: { scope: 'offline_access' },
      setting: 'the mapping of `offline_access` in the scopes of the provider in authentik',
    },
    rotates: true,
    lifetimes: 'Set in the provider in authentik.',
    sources: ['https://docs.goauthentik.io/add-secure-apps/providers/oauth2/'],
  },
} satisfies Sample<AuthentikProfile>
