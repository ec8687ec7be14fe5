import type { Concept2Profile } from '../../../src/providers/concept2.ts'
import type { Sample } from '../sample.ts'

export default {
  documentation: {
    unavailable:
      'Only the beginning of the documentation was available. The endpoints are those of existing clients.',
  },
  tokens: { scope: 'user:read', expires_in: 604_800, refresh_token: 'rt' },
  profile: {
    data: {
      id: 1,
      username: 'ann',
      first_name: 'Ann',
      last_name: 'Example',
      email: 'ann@example.com',
      profile_image: null,
    },
  },
  user: { id: '1', name: 'ann', email: 'ann@example.com', image: null },
  afterSignIn: {
    refreshTokens: 'always',
    lifetimes: 'Access token: 7 days.',
    sources: ['https://log.concept2.com/developers/documentation/'],
  },
} satisfies Sample<Concept2Profile>
