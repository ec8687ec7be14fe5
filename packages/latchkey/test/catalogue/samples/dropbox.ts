import type { DropboxProfile } from '../../../src/providers/dropbox.ts'
import { ACCESS_TOKEN, type Sample } from '../sample.ts'

const profile = {
  account_id: 'dbid:AAH4f99T0taONIb-OurWxbNQ6ywGRopQngc',
  name: {
    display_name: 'Ann Example (Personal)',
    given_name: 'Ann',
    surname: 'Example',
    familiar_name: 'Ann',
  },
  email: 'ann@example.com',
  email_verified: true,
  disabled: false,
  account_type: { '.tag': 'basic' },
}

export default {
  documentation: {
    checkedOn: '2026-11-21',
    url: 'https://github.com/dropbox/dropbox-api-spec/blob/main/users.stone',
  },
  tokens: {
    token_type: 'bearer',
    expires_in: 14_400,
    scope: 'account_info.read',
    account_id: profile.account_id,
    uid: '12345',
  },
  profile,
  requests: [
    {
      method: 'POST',
      url: 'https://api.dropboxapi.com/2/users/get_current_account',
      headers: { authorization: `Bearer ${ACCESS_TOKEN}` },
      body: '',
      response: profile,
    },
  ],
  user: {
    id: 'dbid:AAH4f99T0taONIb-OurWxbNQ6ywGRopQngc',
    name: 'Ann Example (Personal)',
    email: 'ann@example.com',
    image: null,
  },
  isEmailVerified: true,
  afterSignIn: {
    refreshTokens: 'on request',
    requestedBy: { params: { token_access_type: 'offline' } },
    rotates: false,
    lifetimes: 'Access token: about 4 hours. Refresh token: does not expire.',
    requests: [
      {
        method: 'POST',
        url: 'https://api.dropboxapi.com/2/auth/token/revoke',
        headers: { authorization: `Bearer ${ACCESS_TOKEN}` },
        body: '',
        response: null,
      },
    ],
    sources: [
      'https://developers.dropbox.com/oauth-guide',
      'https://www.dropbox.com/developers/documentation/http/documentation#auth-token-revoke',
    ],
  },
} satisfies Sample<DropboxProfile>
