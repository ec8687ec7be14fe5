import type { StravaProfile } from '../../../src/providers/strava.ts'
import type { Sample } from '../sample.ts'

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
} satisfies Sample<StravaProfile>
