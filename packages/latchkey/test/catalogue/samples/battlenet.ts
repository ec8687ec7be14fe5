import type { BattleNetProfile } from '../../../src/providers/battlenet.ts'
import type { Sample } from '../sample.ts'

export default {
  documentation: {
    unavailable: 'Only a copy of the discovery document was available, in the package @wellknown/battle-net.',
  },
  // The published document: it lists neither client authentication methods nor code challenge
  // methods.
  discovery: {
    authorization_endpoint: 'https://oauth.battle.net/authorize',
    token_endpoint: 'https://oauth.battle.net/token',
    jwks_uri: 'https://oauth.battle.net/jwks/certs',
    userinfo_endpoint: 'https://oauth.battle.net/userinfo',
  },
  tokens: { token_type: 'bearer', expires_in: 86_399, scope: 'openid', sub: '123456789' },
  profile: { sub: '123456789', battle_tag: 'Ann#1234' },
  user: { id: '123456789', name: 'Ann#1234', email: null, image: null },
  afterSignIn: {
    refreshTokens: 'not documented',
    lifetimes: 'Access token: 24 hours.',
    sources: ['https://develop.battle.net/documentation/guides/using-oauth'],
  },
} satisfies Sample<BattleNetProfile>
