import type { GoogleProfile } from '../../../src/providers/google.ts'
import type { Sample } from '../sample.ts'

export default {
  documentation: {
    checkedOn: '2026-11-21',
    url: 'https://developers.google.com/identity/openid-connect/openid-connect',
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
} satisfies Sample<GoogleProfile>
