import type { StravaProfile } from '../../../src/providers/strava.ts'
import { ACCESS_TOKEN, type Sample } from '../sample.ts'

export default {
  documentation: { checkedOn: '2026-11-21', url: 'https://developers.strava.com/docs/authentication/' },
  callbackParameters: { scope: 'read' },
  tokens: {
    expires_at: 1_790_000_000,
    expires_in: 21_600,
    refresh_token: 'e5n567567example',
    athlete: { id: 134_815 },
  },
  profile: { id: 134_815, firstname: 'Ann', lastname: 'Example', profile: 'avatar/athlete/large.png' },
  user: { id: '134815', name: 'Ann Example', email: null, image: null },
  afterSignIn: {
    refreshTokens: 'always',
    rotates: true,
    lifetimes: 'Access token: 6 hours.',
    requests: [
      {
        method: 'POST',
        url: 'https://www.strava.com/oauth/deauthorize',
        body: `access_token=${ACCESS_TOKEN}`,
        response: { access_token: ACCESS_TOKEN },
      },
    ],
    sources: ['https://developers.strava.com/docs/authentication/'],
  },
} satisfies Sample<StravaProfile>
