import type { BoxProfile } from '../../../src/providers/box.ts'
import type { Sample } from '../sample.ts'

export default {
  documentation: { checkedOn: '2026-11-21', url: 'https://developer.box.com/reference/get-authorize/' },
  tokens: { token_type: 'bearer', restricted_to: [], refresh_token: 'rt' },
  profile: {
    id: '11446498',
    name: 'Ann Example',
    login: 'ann@example.com',
    avatar_url: 'https://app.box.com/api/avatar/large/11446498',
  },
  user: {
    id: '11446498',
    name: 'Ann Example',
    email: 'ann@example.com',
    image: 'https://app.box.com/api/avatar/large/11446498',
  },
  afterSignIn: {
    refreshTokens: 'always',
    rotates: true,
    lifetimes: 'Access token: about 1 hour. Refresh token: 60 days.',
    sources: [
      'https://developer.box.com/guides/authentication/tokens/refresh/',
      'https://developer.box.com/reference/post-oauth2-revoke/',
    ],
  },
} satisfies Sample<BoxProfile>
