import type { OsuProfile } from '../../../src/providers/osu.ts'
import type { Sample } from '../sample.ts'

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
} satisfies Sample<OsuProfile>
