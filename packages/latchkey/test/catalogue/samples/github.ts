import type { GitHubProfile } from '../../../src/providers/github.ts'
import { ACCESS_TOKEN, CLIENT_ID, CREDENTIALS, type Sample } from '../sample.ts'

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
  afterSignIn: {
    refreshTokens: 'on request',
    requestedBy: { setting: 'a GitHub App that has **Expire user authorization tokens** enabled' },
    rotates: true,
    lifetimes:
      'OAuth app: the access token does not expire, unless it was not used for a year. ' +
      'GitHub App: access token 8 hours, refresh token 6 months.',
    requests: [
      {
        method: 'DELETE',
        url: `https://api.github.com/applications/${CLIENT_ID}/token`,
        headers: {
          authorization: `Basic ${btoa(CREDENTIALS)}`,
          accept: 'application/vnd.github+json',
        },
        body: JSON.stringify({ access_token: ACCESS_TOKEN }),
        response: {},
      },
    ],
    sources: [
      'https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app/refreshing-user-access-tokens',
      'https://docs.github.com/en/rest/apps/oauth-applications#delete-an-app-token',
    ],
  },
} satisfies Sample<GitHubProfile>
