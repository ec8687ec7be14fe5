import type { Sample } from '../sample.ts'

export default {
  documentation: { unavailable: 'The service and its documentation were shut down on 16 January 2026.' },
  options: { issuer: 'https://example.withpassage.com' },
  profile: { sub: '9DeEXvYBStnzwQcHFd6f558M', email: 'ann@example.com', email_verified: true },
  user: { id: '9DeEXvYBStnzwQcHFd6f558M', email: 'ann@example.com' },
  isEmailVerified: true,
  afterSignIn: {
    refreshTokens: 'not documented',
    sources: ['https://apis.io/providers/passage-1password/'],
  },
} satisfies Sample
