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
} satisfies Sample<SpotifyProfile>
