import type { TodoistProfile } from '../../../src/providers/todoist.ts'
import type { Sample } from '../sample.ts'

export default {
  documentation: {
    unavailable:
      'The reference was not available. ' +
      'The response comes from the official client library; the endpoints are those of existing clients.',
  },
  tokens: { expires_in: undefined },
  profile: {
    id: '2671355',
    email: 'ann@example.com',
    full_name: 'Ann Example',
    avatar_big: 'https://dcff1xvirvpfp.cloudfront.net/ann_big.jpg',
  },
  user: {
    id: '2671355',
    name: 'Ann Example',
    email: 'ann@example.com',
    image: 'https://dcff1xvirvpfp.cloudfront.net/ann_big.jpg',
  },
} satisfies Sample<TodoistProfile>
