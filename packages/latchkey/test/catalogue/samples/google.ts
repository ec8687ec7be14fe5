import type { GoogleProfile } from '../../../src/providers/google.ts'
import type { Sample } from '../sample.ts'

export default {
  documentation: {
    checkedOn: '2026-11-21',
    url: 'https://developers.google.com/identity/openid-connect/openid-connect',
  },
  discovery: {
    revocation_endpoint: 'https://oauth2.googleapis.com/revoke',
  },
  profile: {
    sub: '10769150350006150715113082367',
    email: 'ann@example.com',
    email_verified: true,
    name: 'Ann Example',
    picture: 'https://lh3.googleusercontent.com/a/ann=s96-c',
    hd: 'example.com',
  },
  user: {
    id: '10769150350006150715113082367',
    name: 'Ann Example',
    email: 'ann@example.com',
    image: 'https://lh3.googleusercontent.com/a/ann=s96-c',
  },
  isEmailVerified: true,
  afterSignIn: {
    refreshTokens: 'on request',
    requestedBy: { params: { access_type: 'offline', prompt: 'consent' } },
    rotates: false,
    lifetimes:
      'Access token: 1 hour. Refresh token: until it is revoked, or was not used for 6 months; ' +
      '7 days while the publishing status is **Testing**.',
    sources: [
      'https://developers.google.com/identity/protocols/oauth2/web-server#offline',
      'https://developers.google.com/identity/protocols/oauth2#expiration',
      'https://developers.google.com/identity/oauth2/web/reference/js-reference#google.accounts.oauth2.revoke',
    ],
  },
} satisfies Sample<GoogleProfile>
