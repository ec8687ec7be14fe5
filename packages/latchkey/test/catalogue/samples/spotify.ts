import type { SpotifyProfile } from '../../../src/providers/spotify.ts'
import type { Sample } from '../sample.ts'

export default {
  documentation: { checkedOn: '2026-11-21', url: 'https://developer.spotify.com/console/get-current-user' },
  tokens: { scope: 'user-read-email', refresh_token: 'AQBexample' },
  profile: {
    id: '31vwexample7wrmkyz5d4ann',
    display_name: 'Ann Example',
    email: 'ann@example.com',
    images: [
      { url: 'https://i.scdn.co/image/ab67616d00001e02ff9ca10b55ce82ae553c8228', height: 300, width: 300 },
    ],
  },
  user: {
    id: '31vwexample7wrmkyz5d4ann',
    name: 'Ann Example',
    email: 'ann@example.com',
    image: 'https://i.scdn.co/image/ab67616d00001e02ff9ca10b55ce82ae553c8228',
  },
  afterSignIn: {
    refreshTokens: 'always',
    rotates: 'only if a refresh returns a new one',
    lifetimes: 'Access token: 1 hour. Refresh token: 6 months after the sign-in, also if it is used.',
    sources: [
      'https://developer.spotify.com/documentation/web-api/tutorials/refreshing-tokens',
      'https://developer.spotify.com/blog/2026-06-18-refresh-token-expiration',
    ],
  },
} satisfies Sample<SpotifyProfile>
