import type { EventbriteProfile } from '../../../src/providers/eventbrite.ts'
import type { Sample } from '../sample.ts'

export default {
  documentation: {
    checkedOn: '2026-11-21',
    url: 'https://github.com/auth0/custom-social-connections/issues/40',
  },
  tokens: { token_type: 'bearer', expires_in: undefined },
  profile: {
    id: '160394123456',
    name: 'Ann Example',
    first_name: 'Ann',
    last_name: 'Example',
    emails: [
      { email: 'old@example.com', verified: true, primary: false },
      { email: 'ann@example.com', verified: true, primary: true },
    ],
    image_id: null,
  },
  user: { id: '160394123456', name: 'Ann Example', email: 'ann@example.com', image: null },
  isEmailVerified: true,
  afterSignIn: {
    refreshTokens: 'never',
    lifetimes: 'Access token: does not expire.',
    sources: ['https://www.eventbrite.com/platform/docs/authentication'],
  },
} satisfies Sample<EventbriteProfile>
