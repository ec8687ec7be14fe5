import type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

export type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

/** @see https://developer.spotify.com/documentation/web-api/reference/get-current-users-profile */
export interface SpotifyProfile {
  id: string
  display_name: string | null
  /** Unverified. Not sent to applications in development mode. */
  email?: string
  images: { url: string; height: number | null; width: number | null }[]
}

/** A user picture. */
export type SpotifyImage = SpotifyProfile['images'][number]

/**
 * Returns the Spotify provider.
 *
 * Set `AUTH_SPOTIFY_ID` and `AUTH_SPOTIFY_SECRET` to your application's client ID and client
 * secret.
 *
 * Create the application:
 * 1. In the dashboard, create an application, and enter its name and description.
 * 2. Add the callback URL to the redirect URIs.
 * 3. Accept the terms and create the app.
 * 4. open the app settings, and copy the **Client ID** and the **Client Secret**.
 *
 * Scopes: `user-read-email` reads the e-mail address. The name and the picture need no scope. To
 * read the user's country too, add `user-read-private`.
 *
 * E-mail address: The address is missing for applications in development mode. Spotify
 * does not report whether an address is verified.
 *
 * Limits:
 * - Callback URLs cannot contain `localhost`. Open your site at `http://127.0.0.1` during
 *   development.
 * - Since March 2026, an application in development mode is limited to five users.
 * - The developer who registers an application in development mode needs Spotify Premium.
 *
 * @see https://developer.spotify.com/dashboard Register an application
 * @see https://developer.spotify.com/documentation/web-api/tutorials/code-flow Documentation
 */
export default function Spotify<P extends SpotifyProfile = SpotifyProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
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
