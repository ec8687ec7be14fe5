import type { FortyTwoProfile } from '../../../src/providers/42-school.ts'
import type { Sample } from '../sample.ts'

export default {
  documentation: {
    checkedOn: '2026-11-21',
    url: 'https://api.intra.42.fr/apidoc/guides/web_application_flow',
  },
  tokens: { token_type: 'bearer', expires_in: 7200, scope: 'public', created_at: 1_763_700_000 },
  profile: {
    id: 131420,
    login: 'aexample',
    email: 'aexample@student.42.example',
    displayname: 'Ann Example',
    usual_full_name: null,
    image: { link: null },
  },
  user: { id: '131420', name: 'Ann Example', email: 'aexample@student.42.example', image: null },
  afterSignIn: {
    refreshTokens: 'not documented',
    lifetimes: 'Access token: 2 hours.',
    sources: ['https://api.intra.42.fr/apidoc/guides/web_application_flow'],
  },
} satisfies Sample<FortyTwoProfile>
