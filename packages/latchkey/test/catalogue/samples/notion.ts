import type { NotionProfile } from '../../../src/providers/notion.ts'
import { ACCESS_TOKEN, type Sample } from '../sample.ts'

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
} satisfies Sample<NotionProfile>
