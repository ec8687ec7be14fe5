import type { AtlassianProfile } from '../../../src/providers/atlassian.ts'
import type { Sample } from '../sample.ts'

export default {
  documentation: {
    checkedOn: '2026-11-21',
    url: 'https://developer.atlassian.com/cloud/jira/platform/oauth-2-3lo-apps/',
  },
  tokens: { scope: 'read:me' },
  profile: {
    account_type: 'atlassian',
    account_id: '112233aa-bb11-cc22-33dd-445566abcabc',
    account_status: 'active',
    name: 'Ann Example',
    nickname: 'ann',
    email: 'ann@example.com',
    picture: 'https://avatar-management--avatars.us-west-2.prod.public.atl-paas.net/ann/48.png',
  },
  user: {
    id: '112233aa-bb11-cc22-33dd-445566abcabc',
    name: 'Ann Example',
    email: 'ann@example.com',
    image: 'https://avatar-management--avatars.us-west-2.prod.public.atl-paas.net/ann/48.png',
  },
  afterSignIn: {
    refreshTokens: 'on request',
    requestedBy: { params: { scope: 'offline_access' } },
    rotates: true,
    lifetimes: 'Access token: 1 hour. Refresh token: 90 days without use.',
    sources: ['https://developer.atlassian.com/cloud/oauth/getting-started/refresh-tokens/'],
  },
} satisfies Sample<AtlassianProfile>
