import type { BitbucketProfile } from '../../../src/providers/bitbucket.ts'
import { ACCESS_TOKEN, type Sample } from '../sample.ts'

const headers = { authorization: `Bearer ${ACCESS_TOKEN}` }
const profile = {
  account_id: '557058:c8fd1f7d-4f5b-4b4f-b0a5-0b0f5ce2c4a1',
  uuid: '{a54f16da-24e9-4d7f-a3a7-b1ba2cd98aa3}',
  display_name: 'Ann Example',
  username: 'ann',
  links: { avatar: { href: 'https://secure.gravatar.com/avatar/ann' } },
}

export default {
  documentation: {
    unavailable:
      'Only the page about OAuth consumers was available. The endpoints are those of existing clients.',
  },
  tokens: {
    token_type: 'bearer',
    scopes: 'account',
    expires_in: 7200,
    state: 'authorization_code',
    refresh_token: 'rt',
  },
  profile: { ...profile, email: 'ann@example.com', email_verified: true },
  requests: [
    { url: 'https://api.bitbucket.org/2.0/user', headers, response: profile },
    {
      url: 'https://api.bitbucket.org/2.0/user/emails',
      headers,
      response: {
        values: [
          { type: 'email', email: 'old@example.com', is_primary: false, is_confirmed: true },
          { type: 'email', email: 'ann@example.com', is_primary: true, is_confirmed: true },
        ],
      },
    },
  ],
  user: {
    id: '557058:c8fd1f7d-4f5b-4b4f-b0a5-0b0f5ce2c4a1',
    name: 'Ann Example',
    email: 'ann@example.com',
    image: 'https://secure.gravatar.com/avatar/ann',
  },
  isEmailVerified: true,
  afterSignIn: {
    refreshTokens: 'always',
    lifetimes: 'Access token: 2 hours.',
    sources: ['https://support.atlassian.com/bitbucket-cloud/docs/use-oauth-on-bitbucket-cloud/'],
  },
} satisfies Sample<BitbucketProfile>
