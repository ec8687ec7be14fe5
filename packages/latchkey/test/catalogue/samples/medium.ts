import type { MediumProfile } from '../../../src/providers/medium.ts'
import type { Sample } from '../sample.ts'

export default {
  documentation: {
    checkedOn: '2026-11-21',
    url: 'https://github.com/Medium/medium-api-docs/blob/master/api.md',
  },
  tokens: {
    expires_in: undefined,
    refresh_token: 'refresh-token',
    scope: ['basicProfile'],
    expires_at: 1_800_000_000,
  },
  profile: {
    data: {
      id: '1b9c4f2d7a6e5c3f8d0b2a4e6c8f0a1b3',
      username: 'ann',
      name: 'Ann Example',
      url: 'https://medium.com/@ann',
      imageUrl: 'https://cdn-images-1.medium.com/fit/c/400/400/ann.png',
    },
  },
  user: {
    id: '1b9c4f2d7a6e5c3f8d0b2a4e6c8f0a1b3',
    name: 'Ann Example',
    email: null,
    image: 'https://cdn-images-1.medium.com/fit/c/400/400/ann.png',
  },
  afterSignIn: {
    refreshTokens: 'always',
    lifetimes: 'Access token: 60 days. Refresh token: does not expire.',
    sources: ['https://github.com/Medium/medium-api-docs/blob/master/api.md'],
  },
} satisfies Sample<MediumProfile>
