import type { KakaoProfile } from '../../../src/providers/kakao.ts'
import { ACCESS_TOKEN, CLIENT_ID, type Sample, STATE } from '../sample.ts'

export default {
  documentation: { checkedOn: '2026-11-21', url: 'https://developers.kakao.com/docs/in/user-mgmt/rest-api' },
  tokens: {
    refresh_token: 'refresh-token',
    refresh_token_expires_in: 5_184_000,
    scope: 'account_email profile_image profile_nickname',
  },
  profile: {
    id: 1234567890,
    kakao_account: {
      profile: {
        nickname: 'Ann',
        profile_image_url: 'https://k.kakaocdn.net/dn/ann/img_640x640.jpg',
        is_default_image: false,
      },
      email: 'ann@example.com',
      is_email_valid: true,
      is_email_verified: true,
    },
  },
  user: {
    id: '1234567890',
    name: 'Ann',
    email: 'ann@example.com',
    image: 'https://k.kakaocdn.net/dn/ann/img_640x640.jpg',
  },
  isEmailVerified: true,
  afterSignIn: {
    refreshTokens: 'always',
    rotates: 'only in the last month of the refresh token',
    lifetimes: 'Access token: 6 hours. Refresh token: 60 days.',
    requests: [
      {
        method: 'POST',
        url: 'https://kapi.kakao.com/v1/user/logout',
        headers: { authorization: `Bearer ${ACCESS_TOKEN}` },
        body: '',
        response: { id: 123456789 },
      },
    ],
    signOutParameters: {
      client_id: CLIENT_ID,
      logout_redirect_uri: 'https://app.test/auth/signout/kakao',
      state: STATE,
    },
    postLogoutField: '**Logout Redirect URI**',
    sources: ['https://developers.kakao.com/docs/latest/en/kakaologin/rest-api'],
  },
} satisfies Sample<KakaoProfile>
