import type { LinkedInProfile } from '../../../src/providers/linkedin.ts'
import type { Sample } from '../sample.ts'

const DOCUMENTATION =
  'https://learn.microsoft.com/en-us/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2'

export default {
  documentation: {
    checkedOn: '2026-11-21',
    url: DOCUMENTATION,
  },
  discovery: {
    authorization_endpoint: 'https://www.linkedin.com/oauth/v2/authorization',
    token_endpoint: 'https://www.linkedin.com/oauth/v2/accessToken',
    userinfo_endpoint: 'https://api.linkedin.com/v2/userinfo',
    jwks_uri: 'https://www.linkedin.com/oauth/openid/jwks',
  },
  tokens: { expires_in: 5_184_000, scope: 'email,openid,profile' },
  profile: {
    sub: '782bbtbQ',
    name: 'Ann Example',
    given_name: 'Ann',
    family_name: 'Example',
    picture: 'https://media.licdn.com/dms/image/ann/profile-displayphoto-shrink_100_100/0/',
    email: 'ann@example.com',
    email_verified: 'true',
  },
  user: {
    id: '782bbtbQ',
    name: 'Ann Example',
    email: 'ann@example.com',
    image: 'https://media.licdn.com/dms/image/ann/profile-displayphoto-shrink_100_100/0/',
  },
  isEmailVerified: true,
  afterSignIn: {
    refreshTokens: 'on request',
    requestedBy: { setting: 'the approval of LinkedIn, which only partners get' },
    rotates: false,
    lifetimes: 'Access token: 60 days. Refresh token: 365 days from the sign-in.',
    sources: ['https://learn.microsoft.com/linkedin/shared/authentication/programmatic-refresh-tokens'],
  },
} satisfies Sample<LinkedInProfile>
