import type { WikimediaProfile } from '../../../src/providers/wikimedia.ts'
import type { Sample } from '../sample.ts'

export default {
  documentation: {
    checkedOn: '2026-11-21',
    url: 'https://github.com/wikimedia/mediawiki-extensions-OAuth/blob/master/src/UserStatementProvider.php',
  },
  tokens: { expires_in: 14_400, refresh_token: 'def50200example' },
  profile: {
    sub: 31_415_926,
    username: 'Ann Example',
    confirmed_email: true,
    email: 'ann@example.com',
    blocked: false,
    groups: ['*', 'user'],
  },
  user: { id: '31415926', name: 'Ann Example', email: 'ann@example.com', image: null },
  isEmailVerified: true,
  afterSignIn: {
    refreshTokens: 'always',
    rotates: true,
    lifetimes: 'Access token: 4 hours. Refresh token: 365 days.',
    sources: [
      'https://www.mediawiki.org/wiki/OAuth/For_Developers',
      'https://github.com/wikimedia/operations-mediawiki-config',
    ],
  },
} satisfies Sample<WikimediaProfile>
