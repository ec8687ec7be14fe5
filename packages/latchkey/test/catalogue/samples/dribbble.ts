import type { DribbbleProfile } from '../../../src/providers/dribbble.ts'
import type { Sample } from '../sample.ts'

export default {
  documentation: { checkedOn: '2026-11-21', url: 'https://arcticjs.dev/providers/dribbble' },
  tokens: { token_type: 'bearer', scope: 'public', created_at: 1_763_700_000, expires_in: undefined },
  profile: {
    id: 1,
    name: 'Ann Example',
    login: 'ann',
    avatar_url: 'https://cdn.dribbble.com/users/1/avatars/normal/ann.jpg',
  },
  user: {
    id: '1',
    name: 'Ann Example',
    email: null,
    image: 'https://cdn.dribbble.com/users/1/avatars/normal/ann.jpg',
  },
  afterSignIn: {
    refreshTokens: 'never',
    lifetimes: 'Access token: does not expire.',
    sources: ['https://developer.dribbble.com/v2/oauth/'],
  },
} satisfies Sample<DribbbleProfile>
