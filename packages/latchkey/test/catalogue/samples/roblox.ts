import type { RobloxProfile } from '../../../src/providers/roblox.ts'
import type { Sample } from '../sample.ts'

export default {
  documentation: {
    checkedOn: '2026-11-21',
    url: 'https://create.roblox.com/docs/en-us/cloud/reference/oauth2',
  },
  discovery: {
    authorization_endpoint: 'https://apis.roblox.com/oauth/v1/authorize',
    token_endpoint: 'https://apis.roblox.com/oauth/v1/token',
    userinfo_endpoint: 'https://apis.roblox.com/oauth/v1/userinfo',
    jwks_uri: 'https://apis.roblox.com/oauth/v1/certs',
    revocation_endpoint: 'https://apis.roblox.com/oauth/v1/token/revoke',
  },
  tokens: { expires_in: 899, scope: 'openid profile' },
  profile: {
    sub: '1516563360',
    name: 'Ann Example',
    nickname: 'Ann Example',
    preferred_username: 'annexample',
    created_at: 1_584_682_495,
    profile: 'https://www.roblox.com/users/1516563360/profile',
    picture: null,
  },
  user: { id: '1516563360', name: 'Ann Example' },
  afterSignIn: {
    refreshTokens: 'always',
    rotates: true,
    lifetimes: 'Access token: 15 minutes.',
    sources: ['https://create.roblox.com/docs/cloud/reference/oauth2'],
  },
} satisfies Sample<RobloxProfile>
