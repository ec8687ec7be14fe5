import type { OAuth2Config, OAuthUserConfig } from '../types/oauth.ts'

/** @see https://developers.zoom.us/docs/api/users/#tag/users/GET/users/{userId} */
export interface ZoomProfile {
  id: string
  first_name: string
  last_name?: string
  display_name?: string
  email: string
  /** `1` if the address is verified, `0` if not. */
  verified?: 0 | 1
  /** Missing if the user has no picture. */
  pic_url?: string
  account_id: string
}

/**
 * Returns the Zoom provider.
 *
 * Set `AUTH_ZOOM_ID` and `AUTH_ZOOM_SECRET` to the client ID and client secret of your application.
 *
 * The scopes come from the registration, which needs `user:read:user` (`user:read` in older
 * applications).
 *
 * @see https://marketplace.zoom.us/develop/create Register an application
 * @see https://developers.zoom.us/docs/integrations/oauth/ Documentation
 */
export default function Zoom(options: OAuthUserConfig<ZoomProfile> = {}): OAuth2Config<ZoomProfile> {
  return {
    id: 'zoom',
    name: 'Zoom',
    type: 'oauth',
    authorization: { url: 'https://zoom.us/oauth/authorize', params: { scope: '' } },
    token: 'https://zoom.us/oauth/token',
    userinfo: 'https://api.zoom.us/v2/users/me',
    profile: ({ id, first_name, last_name, email, pic_url }) => ({
      id,
      name: [first_name, last_name].filter(Boolean).join(' ') || null,
      email,
      image: pic_url ?? null,
    }),
    isEmailVerified: ({ verified }) => verified === 1,
    style: { brandColor: '#0b5cff', icon: () => import('../icons/zoom.ts') },
    options,
  }
}
