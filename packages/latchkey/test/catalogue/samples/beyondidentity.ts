import type { Sample } from '../sample.ts'

const issuer =
  'https://auth-us.beyondidentity.com/v1/tenants/00012da391ea206d/realms/862e4b72cfdce072/applications/0102be04-e6cd-4f83-a558-a89a5e260380'

export default {
  documentation: {
    unavailable: 'No documentation was available. The form of the issuer comes from published examples.',
  },
  options: { issuer },
  profile: {
    sub: '00012da391ea206d/862e4b72cfdce072',
    name: 'Ann Example',
    preferred_username: 'ann',
    email: 'ann@example.com',
  },
  user: { id: '00012da391ea206d/862e4b72cfdce072', name: 'Ann Example', email: 'ann@example.com' },
  afterSignIn: {
    refreshTokens: 'not documented',
    sources: [],
  },
} satisfies Sample
