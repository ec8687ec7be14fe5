import type { FacebookProfile } from '../../../src/providers/facebook.ts'
import { ACCESS_TOKEN, type Sample } from '../sample.ts'

export default {
  documentation: {
    checkedOn: '2026-11-21',
    url: 'https://developers.facebook.com/documentation/facebook-login/guides/advanced/manual-flow',
  },
  tokens: { token_type: 'bearer', expires_in: 5_183_944 },
  profile: {
    id: '10158398765432101',
    name: 'Ann Example',
    email: 'ann@example.com',
    picture: {
      data: {
        url: 'https://platform-lookaside.fbsbx.com/ann.jpg',
        is_silhouette: false,
        width: 50,
        height: 50,
      },
    },
  },
  user: {
    id: '10158398765432101',
    name: 'Ann Example',
    email: 'ann@example.com',
    image: 'https://platform-lookaside.fbsbx.com/ann.jpg',
  },
  afterSignIn: {
    refreshTokens: 'never',
    lifetimes: 'Access token: about 60 days.',
    requests: [
      {
        method: 'DELETE',
        url: 'https://graph.facebook.com/me/permissions',
        headers: { authorization: `Bearer ${ACCESS_TOKEN}` },
        body: '',
        response: { success: true },
      },
    ],
    sources: [
      'https://developers.facebook.com/docs/facebook-login/guides/access-tokens/get-long-lived/',
      'https://developers.facebook.com/docs/facebook-login/guides/permissions/request-revoke/',
    ],
  },
} satisfies Sample<FacebookProfile>
