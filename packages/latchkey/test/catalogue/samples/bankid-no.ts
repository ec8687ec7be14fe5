import type { BankIDNorwayProfile } from '../../../src/providers/bankid-no.ts'
import type { Sample } from '../sample.ts'

export default {
  documentation: {
    unavailable:
      'Only pages that predate auth.bankid.no were available. The issuer is that of existing clients.',
  },
  discovery: {
    authorization_endpoint: 'https://auth.bankid.no/auth/realms/prod/precheck/auth',
    token_endpoint: 'https://auth.bankid.no/auth/realms/prod/protocol/openid-connect/token',
  },
  profile: {
    sub: 'e6418f52-b90d-49ea-a448-a73d39f24ec7',
    name: 'Ann Example',
    given_name: 'Ann',
    family_name: 'Example',
    birthdate: '1990-02-17',
    email: 'ann@example.com',
    bankid_altsub: '9578-6000-4-877',
  },
  user: { id: 'e6418f52-b90d-49ea-a448-a73d39f24ec7', name: 'Ann Example', email: 'ann@example.com' },
  afterSignIn: {
    refreshTokens: 'not documented',
    sources: [],
  },
} satisfies Sample<BankIDNorwayProfile>
