import type { TwitterProfile } from '../../../src/providers/twitter.ts'
import type { Sample } from '../sample.ts'

export default {
  documentation: {
    checkedOn: '2026-11-21',
    url: 'https://docs.x.com/fundamentals/authentication/oauth-2-0/user-access-token.md',
  },
  options: {
    authorization: { params: { scope: 'users.read tweet.read users.email offline.access' } },
    userinfo: { params: { 'user.fields': 'profile_image_url,confirmed_email' } },
  },
  tokens: {
    token_type: 'bearer',
    expires_in: 7200,
    scope: 'users.email users.read tweet.read offline.access',
    refresh_token: 'bWRexample',
  },
  profile: {
    data: {
      id: '2244994945123456789',
      name: 'Ann Example',
      username: 'annexample',
      profile_image_url: 'https://pbs.twimg.com/profile_images/1683325380441128960/ann_normal.jpg',
      confirmed_email: 'ann@example.com',
    },
  },
  user: {
    id: '2244994945123456789',
    name: 'Ann Example',
    email: 'ann@example.com',
    image: 'https://pbs.twimg.com/profile_images/1683325380441128960/ann_normal.jpg',
  },
  isEmailVerified: true,
  afterSignIn: {
    refreshTokens: 'on request',
    requestedBy: { params: { scope: 'offline.access' } },
    rotates: true,
    lifetimes: 'Access token: 2 hours.',
    sources: ['https://docs.x.com/fundamentals/authentication/oauth-2-0/user-access-token'],
  },
} satisfies Sample<TwitterProfile>
