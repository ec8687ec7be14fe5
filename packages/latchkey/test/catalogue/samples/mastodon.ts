import type { MastodonProfile } from '../../../src/providers/mastodon.ts'
import type { Sample } from '../sample.ts'

export default {
  documentation: {
    checkedOn: '2026-11-21',
    url: 'https://github.com/mastodon/documentation/blob/main/content/en/methods/oauth.md',
  },
  options: { issuer: 'https://social.example.com/' },
  tokens: { scope: 'read', expires_in: undefined, created_at: 1_573_979_017 },
  profile: {
    id: '109348684273521345',
    username: 'ann',
    display_name: '',
    url: 'https://social.example.com/@ann',
    avatar: 'https://files.social.example.com/accounts/avatars/ann.gif',
    avatar_static: 'https://files.social.example.com/accounts/avatars/static/ann.png',
  },
  user: {
    id: '109348684273521345',
    name: 'ann',
    email: null,
    image: 'https://files.social.example.com/accounts/avatars/static/ann.png',
  },
  afterSignIn: {
    refreshTokens: 'never',
    lifetimes: 'Access token: does not expire.',
    sources: ['https://docs.joinmastodon.org/methods/oauth/'],
  },
} satisfies Sample<MastodonProfile>
