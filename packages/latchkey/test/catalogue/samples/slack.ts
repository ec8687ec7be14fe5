import type { SlackProfile } from '../../../src/providers/slack.ts'
import type { Sample } from '../sample.ts'

export default {
  documentation: {
    checkedOn: '2026-11-21',
    url: 'https://docs.slack.dev/reference/methods/openid.connect.token',
  },
  discovery: {
    authorization_endpoint: 'https://slack.com/openid/connect/authorize',
    token_endpoint: 'https://slack.com/api/openid.connect.token',
    userinfo_endpoint: 'https://slack.com/api/openid.connect.userInfo',
    jwks_uri: 'https://slack.com/openid/connect/keys',
  },
  tokens: { ok: true, expires_in: undefined },
  profile: {
    sub: 'U0R7MFMJM',
    'https://slack.com/user_id': 'U0R7MFMJM',
    'https://slack.com/team_id': 'T0R7GR',
    'https://slack.com/user_image_192': 'https://secure.gravatar.com/avatar/ann.png',
    name: 'Ann Example',
    email: 'ann@example.com',
    email_verified: true,
  },
  user: {
    id: 'U0R7MFMJM',
    name: 'Ann Example',
    email: 'ann@example.com',
    image: 'https://secure.gravatar.com/avatar/ann.png',
  },
  isEmailVerified: true,
} satisfies Sample<SlackProfile>
