import type { RedditProfile } from '../../../src/providers/reddit.ts'
import type { Sample } from '../sample.ts'

export default {
  documentation: { checkedOn: '2026-11-21', url: 'https://github.com/reddit-archive/reddit/wiki/OAuth2' },
  tokens: { token_type: 'bearer', scope: 'identity' },
  profile: {
    id: '1w72q',
    name: 'ann_example',
    icon_img: 'https://styles.redditmedia.com/t5_1w72q/styles/icon.png?width=256&s=ann',
  },
  user: {
    id: '1w72q',
    name: 'ann_example',
    email: null,
    image: 'https://styles.redditmedia.com/t5_1w72q/styles/icon.png?width=256&s=ann',
  },
} satisfies Sample<RedditProfile>
