import type { FronteggProfile } from '../../../src/providers/frontegg.ts'
import type { Sample } from '../sample.ts'

export default {
  documentation: {
    unavailable: 'No page about the discovery document was available. It may be below /oauth.',
  },
  options: { issuer: 'https://app-example.frontegg.com' },
  discovery: {
    authorization_endpoint: 'https://app-example.frontegg.com/oauth/authorize',
    token_endpoint: 'https://app-example.frontegg.com/oauth/token',
    jwks_uri: 'https://app-example.frontegg.com/.well-known/jwks.json',
  },
  profile: {
    sub: '5e9f1c7a-2d4b-4f6e-8a0c-1b3d5f7e9a2c',
    name: 'Ann Example',
    email: 'ann@example.com',
    email_verified: true,
    profilePictureUrl: 'https://www.gravatar.com/avatar/ann',
    tenantId: '0f6e5d4c-3b2a-1908-f7e6-d5c4b3a29180',
  },
  user: {
    id: '5e9f1c7a-2d4b-4f6e-8a0c-1b3d5f7e9a2c',
    name: 'Ann Example',
    email: 'ann@example.com',
    image: 'https://www.gravatar.com/avatar/ann',
  },
  isEmailVerified: true,
  afterSignIn: {
    refreshTokens: 'not documented',
    sources: [],
  },
} satisfies Sample<FronteggProfile>
