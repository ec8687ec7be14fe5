import type { FoursquareProfile } from '../../../src/providers/foursquare.ts'
import { ACCESS_TOKEN, type Sample } from '../sample.ts'

const profile = {
  meta: { code: 200 },
  response: {
    user: {
      id: '1183247',
      firstName: 'Ann',
      photo: { prefix: 'https://fastly.4sqi.net/img/user/', suffix: '/ann.jpg' },
      contact: { email: 'ann@example.com' },
    },
  },
}

export default {
  documentation: {
    checkedOn: '2026-11-21',
    url: 'https://docs.foursquare.com/developer/reference/v2-authentication',
  },
  tokens: { token_type: undefined, expires_in: undefined },
  profile,
  requests: [
    {
      url: `https://api.foursquare.com/v2/users/self?v=20230131&oauth_token=${ACCESS_TOKEN}`,
      response: profile,
    },
  ],
  user: {
    id: '1183247',
    name: 'Ann',
    email: 'ann@example.com',
    image: 'https://fastly.4sqi.net/img/user/original/ann.jpg',
  },
  afterSignIn: {
    refreshTokens: 'never',
    lifetimes: 'Access token: does not expire.',
    sources: ['https://docs.foursquare.com/developer/reference/authentication'],
  },
} satisfies Sample<FoursquareProfile>
