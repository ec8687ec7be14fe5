import type { BoxProfile } from '../../../src/providers/box.ts'
import type { Sample } from '../sample.ts'

export default {
  documentation: { checkedOn: '2026-11-21', url: 'https://developer.box.com/reference/get-authorize/' },
  tokens: { token_type: 'bearer', restricted_to: [], refresh_token: 'rt' },
  profile: {
    id: '11446498',
    name: 'Ann Example',
    login: 'ann@example.com',
    avatar_url: 'https://app.box.com/api/avatar/large/11446498',
  },
  user: {
    id: '11446498',
    name: 'Ann Example',
    email: 'ann@example.com',
    image: 'https://app.box.com/api/avatar/large/11446498',
  },
} satisfies Sample<BoxProfile>
