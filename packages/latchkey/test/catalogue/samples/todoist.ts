import type { TodoistProfile } from '../../../src/providers/todoist.ts'
import type { Sample } from '../sample.ts'

export default {
  checked: {
    not: 'The reference could not be read. The answer is that of the vendor’s client library; the endpoints are those that public applications use.',
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
