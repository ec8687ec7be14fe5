import type { TraktProfile } from '../../../src/providers/trakt.ts'
import { ACCESS_TOKEN, CLIENT_ID, type Sample } from '../sample.ts'

const profile = {
  user: {
    username: 'ann.example',
    name: 'Ann Example',
    ids: { slug: 'ann-example', uuid: '4be6a5b1f3d7c28e9a0b1c2d3e4f5a6b7c8d9e0f' },
    images: { avatar: { full: 'https://walter.trakt.tv/images/users/000/000/001/avatars/large/ann.jpg' } },
  },
}

export default {
  documentation: {
    checkedOn: '2026-11-21',
    url: 'https://github.com/trakt/trakt-api/blob/main/projects/developer/src/lib/guides/pkce.md',
  },
  tokens: {
    token_type: 'Bearer',
    expires_in: 604_800,
    refresh_token: '76ba4c5c75c96f6087f58a4de10be6c0',
    scope: 'public offline_access',
    created_at: 1_795_250_000,
    expires_at: 1_795_854_800,
  },
  profile,
  requests: [
    {
      url: 'https://api.trakt.tv/users/settings',
      headers: {
        authorization: `Bearer ${ACCESS_TOKEN}`,
        'trakt-api-version': '2',
        'trakt-api-key': CLIENT_ID,
      },
      response: profile,
    },
  ],
  user: {
    id: '4be6a5b1f3d7c28e9a0b1c2d3e4f5a6b7c8d9e0f',
    name: 'Ann Example',
    email: null,
    image: 'https://walter.trakt.tv/images/users/000/000/001/avatars/large/ann.jpg',
  },
  afterSignIn: {
    refreshTokens: 'always',
    lifetimes: 'Access token: 7 days.',
    sources: [
      'https://docs.trakt.tv/reference/authentication',
      'https://docs.trakt.tv/reference/postoauthrevoke',
    ],
  },
} satisfies Sample<TraktProfile>
