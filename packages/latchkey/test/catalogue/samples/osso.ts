import type { OssoProfile } from '../../../src/providers/osso.ts'
import { ACCESS_TOKEN, type Sample } from '../sample.ts'

const profile = { id: '1f2b7d5c-0c43-4b0e-9d53-6a6d9a1b2c3d', email: 'ann@example.com', idp: 'Okta' }

export default {
  documentation: {
    checkedOn: '2026-11-21',
    url: 'https://github.com/enterprise-oss/osso-rb/blob/main/lib/osso/routes/oauth.rb',
  },
  options: { issuer: 'https://sso.example.com/' },
  tokens: { token_type: 'bearer' },
  profile,
  requests: [{ url: `https://sso.example.com/oauth/me?access_token=${ACCESS_TOKEN}`, response: profile }],
  user: { id: '1f2b7d5c-0c43-4b0e-9d53-6a6d9a1b2c3d', name: null, email: 'ann@example.com', image: null },
  afterSignIn: {
    refreshTokens: 'not documented',
    sources: ['https://github.com/enterprise-oss/osso-docs/blob/main/docs/integration/oauth_consumption.md'],
  },
} satisfies Sample<OssoProfile>
