import type { PipedriveProfile } from '../../../src/providers/pipedrive.ts'
import type { Sample } from '../sample.ts'

export default {
  documentation: {
    checkedOn: '2026-11-21',
    url: 'https://pipedrive.readme.io/docs/marketplace-getting-user-data',
  },
  tokens: {
    refresh_token: 'v1r:example',
    scope: 'base',
    expires_in: 3599,
    api_domain: 'https://example.pipedrive.com',
  },
  profile: {
    success: true,
    data: {
      id: 13_042_777,
      name: 'Ann Example',
      email: 'ann@example.com',
      icon_url: 'https://d3myhnqlqw2314.cloudfront.net/profile_120x120_622732_a30ce0fa.jpg',
      company_id: 7_104_225,
      company_name: 'Example Ltd',
      company_domain: 'example',
    },
  },
  user: {
    id: '13042777',
    name: 'Ann Example',
    email: 'ann@example.com',
    image: 'https://d3myhnqlqw2314.cloudfront.net/profile_120x120_622732_a30ce0fa.jpg',
  },
  afterSignIn: {
    refreshTokens: 'always',
    lifetimes: 'Refresh token: 60 days without use.',
    sources: ['https://pipedrive.readme.io/docs/marketplace-oauth-authorization'],
  },
} satisfies Sample<PipedriveProfile>
