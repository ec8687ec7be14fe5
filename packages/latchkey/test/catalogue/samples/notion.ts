import type { NotionProfile } from '../../../src/providers/notion.ts'
import { ACCESS_TOKEN, CLIENT_ID, CLIENT_SECRET, type Sample } from '../sample.ts'

const user = {
  object: 'user',
  id: '6794760a-1f15-45cd-9c65-0dfe42f5135a',
  name: 'Ann Example',
  avatar_url: null,
  type: 'person',
  person: { email: 'ann@example.com' },
}

export default {
  documentation: { checkedOn: '2026-11-21', url: 'https://developers.notion.com/reference/create-a-token' },
  tokens: {
    token_type: 'bearer',
    expires_in: undefined,
    refresh_token: null,
    bot_id: 'b3414d65-1224-5ab2-9d11-7b2a6d4bd4f5',
    workspace_id: '17ab3186-873d-418f-b899-c3f6a43f68de',
    workspace_icon: null,
    owner: { type: 'user', user },
    duplicated_template_id: null,
  },
  profile: user,
  requests: [
    {
      url: 'https://api.notion.com/v1/users/me',
      headers: { authorization: `Bearer ${ACCESS_TOKEN}`, 'notion-version': '2025-09-03' },
      response: {
        object: 'user',
        id: 'b3414d65-1224-5ab2-9d11-7b2a6d4bd4f5',
        type: 'bot',
        bot: { owner: { type: 'user', user } },
      },
    },
  ],
  user: {
    id: '6794760a-1f15-45cd-9c65-0dfe42f5135a',
    name: 'Ann Example',
    email: 'ann@example.com',
    image: null,
  },
  afterSignIn: {
    refreshTokens: 'not documented',
    rotates: true,
    requests: [
      {
        method: 'POST',
        url: 'https://api.notion.com/v1/oauth/revoke',
        headers: {
          authorization: `Basic ${btoa(`${CLIENT_ID}:${CLIENT_SECRET}`)}`,
          'content-type': 'application/json',
          'notion-version': '2025-09-03',
        },
        body: JSON.stringify({ token: ACCESS_TOKEN }),
        response: { request_id: '3c90c3cc-0d44-4b50-8888-8dd25736052a' },
      },
    ],
    sources: [
      'https://developers.notion.com/reference/refresh-a-token',
      'https://developers.notion.com/reference/revoke-token',
    ],
  },
} satisfies Sample<NotionProfile>
