import type { SlackProfile } from '../../../src/providers/slack.ts'
import { ACCESS_TOKEN, type Sample } from '../sample.ts'

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
  afterSignIn: {
    refreshTokens: 'on request',
    requestedBy: { setting: 'token rotation, which is turned on in the application' },
    rotates: true,
    lifetimes: 'Access token with token rotation: 12 hours.',
    requests: [
      {
        method: 'POST',
        url: 'https://slack.com/api/auth.revoke',
        headers: { authorization: `Bearer ${ACCESS_TOKEN}` },
        body: '',
        response: { ok: true, revoked: true },
      },
    ],
    sources: [
      'https://docs.slack.dev/authentication/using-token-rotation',
      'https://docs.slack.dev/reference/methods/auth.revoke',
    ],
  },
} satisfies Sample<SlackProfile>
