import type { GitHubProfile } from '../../../src/providers/github.ts'
import { ACCESS_TOKEN, type Sample } from '../sample.ts'

const headers = { authorization: `Bearer ${ACCESS_TOKEN}`, accept: 'application/vnd.github+json' }
const profile = {
  id: 583231,
  login: 'ann',
  name: 'Ann Example',
  email: null,
  avatar_url: 'https://avatars.githubusercontent.com/u/583231?v=4',
}

export default {
  documentation: {
    checkedOn: '2026-11-21',
    url: 'https://docs.github.com/en/rest/users/users#get-the-authenticated-user',
  },
  callbackParameters: { iss: 'https://github.com/login/oauth' },
  tokens: { token_type: 'bearer', scope: 'read:user,user:email', expires_in: undefined },
  profile: { ...profile, email: 'ann@example.com' },
  requests: [
    { url: 'https://api.github.com/user', headers, response: profile },
    {
      url: 'https://api.github.com/user/emails',
      headers,
      response: [
        { email: 'old@example.com', primary: false, verified: true, visibility: null },
        { email: 'ann@example.com', primary: true, verified: true, visibility: 'private' },
      ],
    },
  ],
  user: {
    id: '583231',
    name: 'Ann Example',
    email: 'ann@example.com',
    image: 'https://avatars.githubusercontent.com/u/583231?v=4',
  },
  isEmailVerified: true,
} satisfies Sample<GitHubProfile>
