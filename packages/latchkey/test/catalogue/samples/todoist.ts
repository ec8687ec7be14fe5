import type { TodoistProfile } from '../../../src/providers/todoist.ts'
import { ACCESS_TOKEN, CLIENT_ID, CLIENT_SECRET, type Sample } from '../sample.ts'

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
  afterSignIn: {
    refreshTokens: 'on request',
    requestedBy: { setting: 'refresh tokens turned on for the application, as they are for new ones' },
    rotates: true,
    requests: [
      {
        method: 'POST',
        url: 'https://api.todoist.com/api/v1/revoke',
        headers: {
          authorization: `Basic ${btoa(`${CLIENT_ID}:${CLIENT_SECRET}`)}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ token: ACCESS_TOKEN, token_type_hint: 'access_token' }),
        response: null,
      },
    ],
    sources: [
      'https://developer.todoist.com/api/v1/#tag/Authorization',
      'https://doist.github.io/todoist-sdk-typescript/api/functions/refreshAuthToken',
    ],
  },
} satisfies Sample<TodoistProfile>
