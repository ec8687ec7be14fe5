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
  afterSignIn: {
    refreshTokens: 'on request',
    requestedBy: { params: { duration: 'permanent' } },
    rotates: false,
    lifetimes: 'Access token: 1 hour. Refresh token: until it is revoked.',
    sources: [
      'https://github.com/reddit-archive/reddit/wiki/OAuth2',
      'https://github.com/reddit-archive/reddit/blob/master/r2/r2/controllers/oauth2.py',
    ],
  },
} satisfies Sample<RedditProfile>
