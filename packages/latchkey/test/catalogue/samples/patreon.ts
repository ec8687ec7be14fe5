import type { PatreonProfile } from '../../../src/providers/patreon.ts'
import type { Sample } from '../sample.ts'

export default {
  documentation: {
    checkedOn: '2026-11-21',
    url: 'https://github.com/Patreon/platform-documentation/blob/master/source/includes/_endpoints_v2.md',
  },
  tokens: { refresh_token: 'refresh-token', expires_in: 2_678_400, scope: 'identity identity[email]' },
  profile: {
    data: {
      id: '32187429',
      attributes: {
        full_name: 'Ann Example',
        email: 'ann@example.com',
        is_email_verified: true,
        image_url: 'https://c10.patreonusercontent.com/4/patreon-media/p/user/32187429/ann.jpg',
      },
    },
  },
  user: {
    id: '32187429',
    name: 'Ann Example',
    email: 'ann@example.com',
    image: 'https://c10.patreonusercontent.com/4/patreon-media/p/user/32187429/ann.jpg',
  },
  isEmailVerified: true,
  afterSignIn: {
    refreshTokens: 'always',
    rotates: true,
    lifetimes: 'Access token: about a month.',
    sources: ['https://docs.patreon.com/#step-7-keeping-up-to-date'],
  },
} satisfies Sample<PatreonProfile>
