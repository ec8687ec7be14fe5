import type { WebexProfile } from '../../../src/providers/webex.ts'
import type { Sample } from '../sample.ts'

export default {
  documentation: {
    unavailable:
      'Only the beginnings of the pages were available. ' +
      'The token request comes from the documentation of another service.',
  },
  tokens: {
    expires_in: 1_209_600,
    refresh_token: 'MDEyMzQ1Njc4example',
    refresh_token_expires_in: 7_776_000,
    scope: 'spark:kms spark:people_read',
  },
  profile: {
    id: 'Y2lzY29zcGFyazovL3VzL1BFT1BMRS9mNWIzNjE4Ny1jOGRkLTQ3MjctOGIyZi1mOWM0NDdmMjkwNDY',
    displayName: 'Ann Example',
    emails: ['ann@example.com'],
    avatar: 'https://1efa7a94ed21783e352-c62266528714497a17239ececf39e9e2.ssl.cf1.rackcdn.com/ann~1600',
  },
  user: {
    id: 'Y2lzY29zcGFyazovL3VzL1BFT1BMRS9mNWIzNjE4Ny1jOGRkLTQ3MjctOGIyZi1mOWM0NDdmMjkwNDY',
    name: 'Ann Example',
    email: 'ann@example.com',
    image: 'https://1efa7a94ed21783e352-c62266528714497a17239ececf39e9e2.ssl.cf1.rackcdn.com/ann~1600',
  },
  afterSignIn: {
    refreshTokens: 'always',
    lifetimes: 'Access token: 14 days. Refresh token: 90 days without use.',
    sources: [
      'https://developer.webex.com/docs/integrations',
      'https://developer.webex.com/docs/api/v1/authorizations',
    ],
  },
} satisfies Sample<WebexProfile>
