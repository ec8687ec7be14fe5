import type { FigmaProfile } from '../../../src/providers/figma.ts'
import { CREDENTIALS, NEW_ACCESS_TOKEN, type Sample } from '../sample.ts'

export default {
  documentation: { checkedOn: '2026-11-21', url: 'https://developers.figma.com/docs/rest-api/scopes/' },
  tokens: { token_type: 'bearer', user_id: 1_016_262_000_000, expires_in: 7_776_000, refresh_token: 'rt' },
  profile: {
    id: '1016262123456789012',
    handle: 'Ann Example',
    email: 'ann@example.com',
    img_url: 'https://s3-alpha.figma.com/profile/ann',
  },
  user: {
    id: '1016262123456789012',
    name: 'Ann Example',
    email: 'ann@example.com',
    image: 'https://s3-alpha.figma.com/profile/ann',
  },
  afterSignIn: {
    refreshTokens: 'always',
    rotates: false,
    lifetimes: 'Access token: 90 days.',
    requests: [
      {
        method: 'POST',
        url: 'https://api.figma.com/v1/oauth/refresh',
        headers: { authorization: `Basic ${btoa(CREDENTIALS.replaceAll(' ', '+'))}` },
        body: 'refresh_token=rt&grant_type=refresh_token',
        response: { access_token: NEW_ACCESS_TOKEN, token_type: 'bearer', expires_in: 7_776_000 },
      },
    ],
    sources: ['https://developers.figma.com/docs/rest-api/authentication/'],
  },
} satisfies Sample<FigmaProfile>
