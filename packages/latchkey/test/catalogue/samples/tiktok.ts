import type { TikTokProfile } from '../../../src/providers/tiktok.ts'
import type { Sample } from '../sample.ts'

export default {
  documentation: {
    checkedOn: '2026-11-21',
    url: 'https://developers.tiktok.com/doc/oauth-user-access-token-management',
  },
  tokens: {
    open_id: 'afd97af1-b87b-48b9-ac98-410aghda5344',
    scope: 'user.info.basic',
    refresh_expires_in: 31_536_000,
    refresh_token: 'rft.example',
  },
  profile: {
    data: {
      user: {
        open_id: 'afd97af1-b87b-48b9-ac98-410aghda5344',
        union_id: 'c9c60f44-a68e-4f5d-84dd-ce22faeb0ba1',
        avatar_url: 'https://p19-sign.tiktokcdn-us.com/tos-avt-0068-tx/ann.jpeg',
        display_name: 'Ann Example',
      },
    },
    error: { code: 'ok', message: '', log_id: '20220829194722CBE87ED59D524E727021' },
  },
  user: {
    id: 'afd97af1-b87b-48b9-ac98-410aghda5344',
    name: 'Ann Example',
    email: null,
    image: 'https://p19-sign.tiktokcdn-us.com/tos-avt-0068-tx/ann.jpeg',
  },
  afterSignIn: {
    refreshTokens: 'always',
    rotates: true,
    lifetimes: 'Access token: 2 hours. Refresh token: 180 days.',
    sources: [
      'https://developers.tiktok.com/docs/en/oauth-refresh-a-user-access-token',
      'https://developers.tiktok.com/docs/en/oauth-revoke-a-user-access-token',
    ],
  },
} satisfies Sample<TikTokProfile>
