import type { MattermostProfile } from '../../../src/providers/mattermost.ts'
import type { Sample } from '../sample.ts'

export default {
  documentation: {
    checkedOn: '2026-11-21',
    url: 'https://developers.mattermost.com/integrate/apps/authentication/oauth2',
  },
  options: { issuer: 'https://chat.example.com/' },
  tokens: { token_type: 'bearer', scope: 'user', refresh_token: 'refresh-token' },
  profile: {
    id: '4xp9fdt77pncbef59f4k1qe83o',
    username: 'ann',
    first_name: 'Ann',
    last_name: 'Example',
    email: 'ann@example.com',
    email_verified: true,
  },
  user: { id: '4xp9fdt77pncbef59f4k1qe83o', name: 'Ann Example', email: 'ann@example.com', image: null },
  isEmailVerified: true,
  afterSignIn: {
    refreshTokens: 'always',
    rotates: true,
    lifetimes: 'Access token: the session length for SSO, which an administrator sets.',
    sources: ['https://github.com/mattermost/mattermost/blob/master/server/channels/app/oauth.go'],
  },
} satisfies Sample<MattermostProfile>
