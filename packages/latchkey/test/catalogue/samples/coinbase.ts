import type { CoinbaseProfile } from '../../../src/providers/coinbase.ts'
import type { Sample } from '../sample.ts'

export default {
  documentation: {
    checkedOn: '2026-11-21',
    url: 'https://docs.cdp.coinbase.com/coinbase-app/oauth2-integration/integrations',
  },
  tokens: { token_type: 'bearer', scope: 'wallet:user:read wallet:user:email' },
  profile: {
    data: {
      id: '9da7a204-544e-5fd1-9a12-61176c5d4cd8',
      name: 'Ann Example',
      email: 'ann@example.com',
      avatar_url: 'https://images.coinbase.com/avatar?h=ann',
    },
  },
  user: {
    id: '9da7a204-544e-5fd1-9a12-61176c5d4cd8',
    name: 'Ann Example',
    email: 'ann@example.com',
    image: 'https://images.coinbase.com/avatar?h=ann',
  },
  afterSignIn: {
    refreshTokens: 'on request',
    requestedBy: { params: { scope: 'offline_access' } },
    rotates: true,
    lifetimes: 'Access token: 1 hour. Refresh token: 1.5 years.',
    sources: [
      'https://docs.cdp.coinbase.com/coinbase-app/oauth2-integration/access-and-refresh-tokens',
      'https://docs.cdp.coinbase.com/coinbase-app/oauth2-integration/reference',
    ],
  },
} satisfies Sample<CoinbaseProfile>
