import type { Sample } from '../sample.ts'

export default {
  checked: { not: 'The service was shut down on 16 January 2026, and its documentation with it.' },
  options: { issuer: 'https://example.withpassage.com' },
  profile: { sub: '9DeEXvYBStnzwQcHFd6f558M', email: 'ann@example.com', email_verified: true },
  user: { id: '9DeEXvYBStnzwQcHFd6f558M', email: 'ann@example.com' },
  isEmailVerified: true,
} satisfies Sample
