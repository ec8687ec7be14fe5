import type { SimpleLoginProfile } from '../../../src/providers/simplelogin.ts'
import type { Sample } from '../sample.ts'

export default {
  // The responses come from SimpleLogin's source: https://github.com/simple-login/app
  documentation: { checkedOn: '2026-11-21', url: 'https://simplelogin.io/docs/siwsl/intro/' },
  tokens: { token_type: 'bearer', user: { id: 1, email: 'website.ann@simplelogin.co' } },
  profile: {
    sub: '48219',
    client: 'An application',
    name: 'Ann Example',
    email: 'website.ann@simplelogin.co',
    email_verified: true,
    avatar_url: null,
  },
  user: { id: '48219', name: 'Ann Example', email: 'website.ann@simplelogin.co', image: null },
  isEmailVerified: true,
  afterSignIn: {
    refreshTokens: 'never',
    lifetimes: 'Access token: 1 hour.',
    sources: ['https://github.com/simple-login/app/blob/master/app/oauth/views/token.py'],
  },
} satisfies Sample<SimpleLoginProfile>
