import type { NetlifyProfile } from '../../../src/providers/netlify.ts'
import type { Sample } from '../sample.ts'

export default {
  checked: {
    not: 'Netlify describes where people sign in, in its OpenAPI file, but neither its token endpoint nor how it knows a client.',
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
} satisfies Sample<NetlifyProfile>
