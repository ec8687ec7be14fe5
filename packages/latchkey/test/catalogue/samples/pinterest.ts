import type { PinterestProfile } from '../../../src/providers/pinterest.ts'
import type { Sample } from '../sample.ts'

export default {
  documentation: {
    checkedOn: '2026-11-21',
    url: 'https://github.com/pinterest/pinterest-python-generated-api-client/blob/main/docs/Account.md',
  },
  tokens: {
    response_type: 'authorization_code',
    token_type: 'bearer',
    expires_in: 2_592_000,
    refresh_token: 'refresh-token',
    refresh_token_expires_in: 31_536_000,
    scope: 'user_accounts:read',
  },
  profile: {
    id: '2783136121146311751',
    username: 'ann',
    account_type: 'PINNER',
    business_name: null,
    profile_image: 'https://i.pinimg.com/150x150/ann.jpg',
    website_url: 'https://ann.example.com/',
  },
  user: {
    id: '2783136121146311751',
    name: 'ann',
    email: null,
    image: 'https://i.pinimg.com/150x150/ann.jpg',
  },
  afterSignIn: {
    refreshTokens: 'always',
    rotates: true,
    lifetimes: 'Access token: 30 days. Refresh token: 60 days.',
    sources: [
      'https://developers.pinterest.com/docs/getting-started/set-up-authentication-and-authorization/',
    ],
  },
} satisfies Sample<PinterestProfile>
