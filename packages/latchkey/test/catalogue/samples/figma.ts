import type { FigmaProfile } from '../../../src/providers/figma.ts'
import type { Sample } from '../sample.ts'

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
} satisfies Sample<FigmaProfile>
