import type { NaverProfile } from '../../../src/providers/naver.ts'
import { ACCESS_TOKEN, CLIENT_ID, CLIENT_SECRET, type Sample } from '../sample.ts'

export default {
  documentation: {
    unavailable:
      'Only the beginning of the page at developers.naver.com was available. ' +
      'The endpoints and responses come from copies of it.',
  },
  // The lifetime is a string.
  tokens: { token_type: 'bearer', refresh_token: 'refresh-token', expires_in: '3600' },
  profile: {
    resultcode: '00',
    message: 'success',
    response: {
      id: 'Vb3kq7hWZ1oA5yXw0sRt9uPmNdEfGjHc',
      nickname: 'Ann',
      email: 'ann@naver.example',
      profile_image: 'https://phinf.pstatic.net/contact/ann.png',
    },
  },
  user: {
    id: 'Vb3kq7hWZ1oA5yXw0sRt9uPmNdEfGjHc',
    name: 'Ann',
    email: 'ann@naver.example',
    image: 'https://phinf.pstatic.net/contact/ann.png',
  },
  afterSignIn: {
    refreshTokens: 'always',
    rotates: false,
    lifetimes: 'Access token: 1 hour.',
    requests: [
      {
        method: 'POST',
        url: 'https://nid.naver.com/oauth2.0/token',
        body: String(
          new URLSearchParams({
            grant_type: 'delete',
            client_id: CLIENT_ID,
            client_secret: CLIENT_SECRET,
            access_token: ACCESS_TOKEN,
            service_provider: 'NAVER',
          }),
        ),
        response: { access_token: ACCESS_TOKEN, result: 'success' },
      },
    ],
    sources: ['https://developers.naver.com/docs/login/api/api.md'],
  },
} satisfies Sample<NaverProfile>
