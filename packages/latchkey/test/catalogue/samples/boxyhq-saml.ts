import type { BoxyHQSAMLProfile } from '../../../src/providers/boxyhq-saml.ts'
import type { Sample } from '../sample.ts'

export default {
  documentation: { unavailable: 'Only the overview of the repository was available.' },
  options: { issuer: 'https://sso.example.com/' },
  tokens: { token_type: 'bearer', expires_in: 300 },
  profile: {
    id: '1dda9fb491dc01bd24d2423ba2f22ae561f56ddf2376b29a11c80281d21201f9',
    email: 'ann@example.com',
    firstName: 'Ann',
    lastName: 'Example',
    raw: {},
    requested: { tenant: 'example.com', product: 'app' },
  },
  user: {
    id: '1dda9fb491dc01bd24d2423ba2f22ae561f56ddf2376b29a11c80281d21201f9',
    name: 'Ann Example',
    email: 'ann@example.com',
    image: null,
  },
  afterSignIn: {
    refreshTokens: 'never',
    lifetimes: 'Access token: 5 minutes.',
    sources: ['https://github.com/boxyhq/jackson/blob/main/npm/src/controller/oauth.ts'],
  },
} satisfies Sample<BoxyHQSAMLProfile>
