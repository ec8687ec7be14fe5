import type { LineProfile } from '../../../src/providers/line.ts'
import { ACCESS_TOKEN, CLIENT_ID, CLIENT_SECRET, type Sample } from '../sample.ts'

export default {
  documentation: {
    checkedOn: '2026-11-21',
    url: 'https://developers.line.biz/en/docs/line-login/integrate-line-login/',
  },
  discovery: {
    authorization_endpoint: 'https://access.line.me/oauth2/v2.1/authorize',
    token_endpoint: 'https://api.line.me/oauth2/v2.1/token',
    userinfo_endpoint: 'https://api.line.me/oauth2/v2.1/userinfo',
    jwks_uri: 'https://api.line.me/oauth2/v2.1/certs',
  },
  tokens: { expires_in: 2_592_000, refresh_token: 'refresh-token', scope: 'profile openid email' },
  profile: {
    sub: 'U1234567890abcdef1234567890abcdef',
    amr: ['pwd'],
    name: 'Ann Example',
    picture: 'https://profile.line-scdn.net/ann',
    email: 'ann@example.com',
  },
  user: {
    id: 'U1234567890abcdef1234567890abcdef',
    name: 'Ann Example',
    email: 'ann@example.com',
    image: 'https://profile.line-scdn.net/ann',
  },
  afterSignIn: {
    refreshTokens: 'always',
    rotates: false,
    lifetimes: 'Access token: 30 days. Refresh token: 90 days.',
    requests: [
      {
        method: 'POST',
        url: 'https://api.line.me/oauth2/v2.1/revoke',
        headers: { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' },
        body: new URLSearchParams({
          access_token: ACCESS_TOKEN,
          client_id: CLIENT_ID,
          client_secret: CLIENT_SECRET,
        }).toString(),
        response: {},
      },
    ],
    sources: ['https://developers.line.biz/en/reference/line-login/'],
  },
} satisfies Sample<LineProfile>
