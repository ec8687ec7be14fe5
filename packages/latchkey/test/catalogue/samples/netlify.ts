import type { NetlifyProfile } from '../../../src/providers/netlify.ts'
import type { Sample } from '../sample.ts'

export default {
  documentation: {
    unavailable:
      'The OpenAPI file documents the authorization endpoint, ' +
      'but neither the token endpoint nor client authentication.',
  },
  tokens: { expires_in: undefined, created_at: 1_607_635_748 },
  profile: {
    id: '5f7c8ec7c33c6c004bbafe82',
    full_name: 'Ann Example',
    email: 'ann@example.com',
    avatar_url: 'https://www.gravatar.com/avatar/ann',
  },
  user: {
    id: '5f7c8ec7c33c6c004bbafe82',
    name: 'Ann Example',
    email: 'ann@example.com',
    image: 'https://www.gravatar.com/avatar/ann',
  },
  afterSignIn: {
    refreshTokens: 'not documented',
    sources: ['https://docs.netlify.com/api-and-cli-guides/api-guides/get-started-with-api/'],
  },
} satisfies Sample<NetlifyProfile>
