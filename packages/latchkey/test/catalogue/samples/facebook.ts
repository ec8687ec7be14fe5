import type { FacebookProfile } from '../../../src/providers/facebook.ts'
import type { Sample } from '../sample.ts'

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
} satisfies Sample<FacebookProfile>
