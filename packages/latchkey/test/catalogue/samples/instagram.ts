import type { InstagramProfile } from '../../../src/providers/instagram.ts'
import { ACCESS_TOKEN, type Sample } from '../sample.ts'

export default {
  documentation: {
    checkedOn: '2026-11-21',
    url: 'https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login',
  },
  tokens: {
    access_token: undefined,
    token_type: undefined,
    expires_in: undefined,
    data: [
      { access_token: ACCESS_TOKEN, user_id: '17841405309211844', permissions: 'instagram_business_basic' },
    ],
  },
  profile: {
    id: '6789012345678901',
    user_id: '17841405309211844',
    username: 'ann.example',
    name: 'Ann Example',
    account_type: 'MEDIA_CREATOR',
    profile_picture_url: 'https://scontent.cdninstagram.com/v/t51.2885-19/ann.jpg',
  },
  user: {
    id: '6789012345678901',
    name: 'Ann Example',
    email: null,
    image: 'https://scontent.cdninstagram.com/v/t51.2885-19/ann.jpg',
  },
  afterSignIn: {
    refreshTokens: 'never',
    lifetimes: 'Access token: 1 hour.',
    sources: [
      'https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login',
    ],
  },
} satisfies Sample<InstagramProfile>
