import type { FreshbooksProfile } from '../../../src/providers/freshbooks.ts'
import type { Sample } from '../sample.ts'

export default {
  documentation: { checkedOn: '2026-11-21', url: 'https://www.freshbooks.com/api/authentication' },
  tokens: { scope: 'user:profile:read', created_at: 1_763_700_000, refresh_token: 'rt' },
  profile: {
    response: { id: 2_192_788, first_name: 'Ann', last_name: 'Example', email: 'ann@example.com' },
  },
  user: { id: '2192788', name: 'Ann Example', email: 'ann@example.com', image: null },
  afterSignIn: {
    refreshTokens: 'always',
    rotates: true,
    lifetimes: 'Access token: 12 hours.',
    sources: ['https://www.freshbooks.com/api/authentication'],
  },
} satisfies Sample<FreshbooksProfile>
