import type { ClickUpProfile } from '../../../src/providers/click-up.ts'
import type { Sample } from '../sample.ts'

export default {
  documentation: { checkedOn: '2026-11-21', url: 'https://developer.clickup.com/docs/authentication' },
  tokens: { token_type: undefined, expires_in: undefined },
  profile: {
    user: {
      id: 123456,
      username: 'Ann Example',
      email: 'ann@example.com',
      color: '#827718',
      profilePicture: null,
    },
  },
  user: { id: '123456', name: 'Ann Example', email: 'ann@example.com', image: null },
  afterSignIn: {
    refreshTokens: 'never',
    lifetimes: 'Access token: does not expire.',
    sources: ['https://developer.clickup.com/docs/authentication'],
  },
} satisfies Sample<ClickUpProfile>
