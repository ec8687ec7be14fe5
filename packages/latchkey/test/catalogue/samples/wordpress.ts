import type { WordPressProfile } from '../../../src/providers/wordpress.ts'
import type { Sample } from '../sample.ts'

export default {
  documentation: { checkedOn: '2026-11-21', url: 'https://developer.wordpress.com/docs/oauth2/' },
  tokens: { token_type: 'bearer', blog_id: '0', blog_url: null, scope: 'auth', expires_in: undefined },
  profile: {
    ID: 78_972_699,
    display_name: 'Ann Example',
    username: 'annexample',
    email: 'ann@example.com',
    email_verified: true,
    avatar_URL: 'https://1.gravatar.com/avatar/ann?s=96&d=identicon&r=G',
  },
  user: {
    id: '78972699',
    name: 'Ann Example',
    email: 'ann@example.com',
    image: 'https://1.gravatar.com/avatar/ann?s=96&d=identicon&r=G',
  },
  isEmailVerified: true,
  afterSignIn: {
    refreshTokens: 'never',
    lifetimes: 'Access token: does not expire.',
    sources: ['https://developer.wordpress.com/docs/api/oauth2/'],
  },
} satisfies Sample<WordPressProfile>
