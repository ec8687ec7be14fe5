import type { GitLabProfile } from '../../../src/providers/gitlab.ts'
import type { Sample } from '../sample.ts'

export default {
  documentation: {
    checkedOn: '2026-11-21',
    url: 'https://github.com/gitlabhq/gitlabhq/blob/master/doc/api/oauth2.md',
  },
  options: { baseUrl: 'https://gitlab.example.com/' },
  tokens: {
    token_type: 'bearer',
    expires_in: 7200,
    refresh_token: 'refresh-token',
    created_at: 1_607_635_748,
  },
  profile: {
    id: 583231,
    username: 'ann',
    name: 'Ann Example',
    email: 'ann@example.com',
    avatar_url: null,
    confirmed_at: '2012-05-23T09:05:22Z',
  },
  user: { id: '583231', name: 'Ann Example', email: 'ann@example.com', image: null },
  afterSignIn: {
    refreshTokens: 'always',
    rotates: true,
    lifetimes: 'Access token: 2 hours.',
    sources: ['https://docs.gitlab.com/api/oauth2/'],
  },
} satisfies Sample<GitLabProfile>
