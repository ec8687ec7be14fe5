import type { ThreadsProfile } from '../../../src/providers/threads.ts'
import type { Sample } from '../sample.ts'

export default {
  documentation: {
    checkedOn: '2026-11-21',
    url: 'https://developers.facebook.com/documentation/threads/threads-profiles',
  },
  tokens: { token_type: undefined, expires_in: undefined, user_id: 17_841_405_793 },
  profile: {
    id: '17841405793187218',
    username: 'ann.example',
    name: 'Ann Example',
    threads_profile_picture_url: 'https://scontent-sjc3-1.cdninstagram.com/v/ann.jpg',
  },
  user: {
    id: '17841405793187218',
    name: 'Ann Example',
    email: null,
    image: 'https://scontent-sjc3-1.cdninstagram.com/v/ann.jpg',
  },
  afterSignIn: {
    refreshTokens: 'never',
    lifetimes: 'Access token: 1 hour.',
    sources: ['https://developers.facebook.com/docs/threads/get-started/long-lived-tokens/'],
  },
} satisfies Sample<ThreadsProfile>
