import type { OAuth2Config, OAuthUserConfig } from '../types/oauth.ts'

/** @see https://developer.spotify.com/documentation/web-api/reference/get-current-users-profile */
export interface SpotifyProfile {
  id: string
  display_name: string | null
  /** Nobody proved that it is theirs. Applications in development mode are not told it. */
  email?: string
  images: { url: string; height: number | null; width: number | null }[]
}

/**
 * Spotify. Environment: `AUTH_SPOTIFY_ID`, `AUTH_SPOTIFY_SECRET`.
 *
 * It takes callback URLs with HTTPS or with `http://127.0.0.1`, but not with `localhost`. Since March 2026 an application in development mode is
 * told no e-mail address and is open to five people, and whoever registered it needs Spotify Premium.
 *
 * @see https://developer.spotify.com/dashboard Register an application
 * @see https://developer.spotify.com/documentation/web-api/tutorials/code-flow Documentation
 */
export default function Spotify(options: OAuthUserConfig<SpotifyProfile> = {}): OAuth2Config<SpotifyProfile> {
  return {
    id: 'spotify',
    name: 'Spotify',
    type: 'oauth',
    authorization: { url: 'https://accounts.spotify.com/authorize', params: { scope: 'user-read-email' } },
    token: 'https://accounts.spotify.com/api/token',
    userinfo: 'https://api.spotify.com/v1/me',
    profile: ({ id, display_name, email, images }) => ({
      id,
      name: display_name,
      email: email ?? null,
      image: images[0]?.url ?? null,
    }),
    style: { brandColor: '#1db954', icon: () => import('../icons/spotify.ts') },
    options,
  }
}
