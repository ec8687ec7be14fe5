import type { UnitedEffectsProfile } from '../../../src/providers/united-effects.ts'
import type { Sample } from '../sample.ts'

export default {
  documentation: {
    unavailable:
      'The documentation was not available. ' +
      'The feature list says that it is an OpenID provider: https://unitedeffects.com/features',
  },
  options: { issuer: 'https://auth.unitedeffects.com/YQpbQV5dbW-224dCovz-3' },
  profile: { sub: '7d2f6a0e-1c5b-4b7e-9f3a-5d8c2e1b0a94', email: 'ann@example.com', email_verified: true },
  user: { id: '7d2f6a0e-1c5b-4b7e-9f3a-5d8c2e1b0a94', email: 'ann@example.com' },
  isEmailVerified: true,
  afterSignIn: {
    refreshTokens: 'not documented',
    sources: ['https://docs.unitedeffects.com'],
  },
} satisfies Sample<UnitedEffectsProfile>
