import type { BungieProfile } from '../../../src/providers/bungie.ts'
import { ACCESS_TOKEN, type Sample } from '../sample.ts'

const profile = {
  Response: {
    destinyMemberships: [],
    bungieNetUser: {
      membershipId: '4352345',
      displayName: 'Ann Example',
      profilePicturePath: '/img/profile/avatars/cc12.jpg',
    },
  },
  ErrorCode: 1,
  ErrorStatus: 'Success',
}

export default {
  documentation: {
    checkedOn: '2026-11-21',
    url: 'https://destinydevs.github.io/BungieNetPlatform/docs/SecuritySchemas',
  },
  options: { apiKey: '10E792629C2A47E19356B8A79EEFA640' },
  tokens: { membership_id: '4352345', refresh_token: 'rt', refresh_expires_in: 7_776_000 },
  profile,
  requests: [
    {
      url: 'https://www.bungie.net/Platform/User/GetMembershipsForCurrentUser/',
      headers: { authorization: `Bearer ${ACCESS_TOKEN}`, 'x-api-key': '10E792629C2A47E19356B8A79EEFA640' },
      response: profile,
    },
  ],
  user: {
    id: '4352345',
    name: 'Ann Example',
    email: null,
    image: 'https://www.bungie.net/img/profile/avatars/cc12.jpg',
  },
  afterSignIn: {
    refreshTokens: 'on request',
    requestedBy: { setting: 'the client type **Confidential**' },
    lifetimes: 'Access token: 1 hour. Refresh token: 90 days.',
    sources: ['https://github.com/Bungie-net/api/wiki/OAuth-Documentation'],
  },
} satisfies Sample<BungieProfile>
