import type { Concept2Profile } from '../../../src/providers/concept2.ts'
import type { Sample } from '../sample.ts'

export default {
  checked: {
    not: 'of the vendor’s documentation only the beginning was found; the endpoints are those of code that uses them',
  },
  tokens: { scope: 'user:read', expires_in: 604_800, refresh_token: 'rt' },
  profile: {
    data: {
      id: 1,
      username: 'ann',
      first_name: 'Ann',
      last_name: 'Example',
      email: 'ann@example.com',
      profile_image: null,
    },
  },
  user: { id: '1', name: 'ann', email: 'ann@example.com', image: null },
} satisfies Sample<Concept2Profile>
