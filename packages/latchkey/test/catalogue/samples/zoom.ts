import type { ZoomProfile } from '../../../src/providers/zoom.ts'
import type { Sample } from '../sample.ts'

export default {
  documentation: {
    checkedOn: '2026-11-21',
    url: 'https://marketplace.zoom.us/docs/api-reference/zoom-api/users/user',
  },
  tokens: {
    token_type: 'bearer',
    expires_in: 3599,
    scope: 'user:read:user',
    refresh_token: 'eyJexample',
    api_url: 'https://api.zoom.us',
  },
  profile: {
    id: 'zJKyaiAyTNC-MWjiWC18KQ',
    first_name: 'Ann',
    last_name: 'Example',
    display_name: 'Ann Example',
    email: 'ann@example.com',
    verified: 1,
    account_id: 'q6gBJVO5TzexKYTb_I2rpg',
  },
  user: { id: 'zJKyaiAyTNC-MWjiWC18KQ', name: 'Ann Example', email: 'ann@example.com', image: null },
  isEmailVerified: true,
  afterSignIn: {
    refreshTokens: 'always',
    rotates: true,
    lifetimes: 'Access token: 1 hour. Refresh token: 90 days.',
    sources: ['https://developers.zoom.us/docs/integrations/oauth/'],
  },
} satisfies Sample<ZoomProfile>
