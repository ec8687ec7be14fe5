import type { OsuProfile } from '../../../src/providers/osu.ts'
import { ACCESS_TOKEN, type Sample } from '../sample.ts'

export default {
  documentation: {
    checkedOn: '2026-11-21',
    url: 'https://github.com/ppy/osu-web/blob/master/resources/views/docs/auth.blade.php',
  },
  tokens: { expires_in: 86_400, refresh_token: 'refresh-token' },
  profile: {
    id: 3_000_001,
    username: 'Ann',
    avatar_url: 'https://a.ppy.sh/3000001?1537409912.jpeg',
    country_code: 'AT',
    is_restricted: false,
  },
  user: { id: '3000001', name: 'Ann', email: null, image: 'https://a.ppy.sh/3000001?1537409912.jpeg' },
  afterSignIn: {
    refreshTokens: 'always',
    rotates: true,
    lifetimes: 'Access token: 1 day.',
    requests: [
      {
        method: 'DELETE',
        url: 'https://osu.ppy.sh/api/v2/oauth/tokens/current',
        headers: { authorization: `Bearer ${ACCESS_TOKEN}` },
        body: '',
        response: null,
      },
    ],
    sources: [
      'https://osu.ppy.sh/docs/#revoke-current-token',
      'https://github.com/ppy/osu-web/blob/master/app/Http/Controllers/OAuth/TokensController.php',
    ],
  },
} satisfies Sample<OsuProfile>
