import type { OAuth2Config, OAuthUserConfig } from '../types/oauth.ts'

/** @see https://developers.figma.com/docs/rest-api/users-endpoints/ */
export interface FigmaProfile {
  id: string
  /** Name of the user. */
  handle: string
  email: string
  img_url: string
}

/**
 * Returns the Figma provider.
 *
 * Set `AUTH_FIGMA_ID` and `AUTH_FIGMA_SECRET` to the client ID and client secret of your
 * application.
 *
 * Select the scope `current_user:read` for the application. It replaces `files:read`, which gave an
 * application access to all files.
 *
 * @see https://www.figma.com/developers/apps Register an application
 * @see https://developers.figma.com/docs/rest-api/authentication Documentation
 */
export default function Figma(options: OAuthUserConfig<FigmaProfile> = {}): OAuth2Config<FigmaProfile> {
  return {
    id: 'figma',
    name: 'Figma',
    type: 'oauth',
    authorization: { url: 'https://www.figma.com/oauth', params: { scope: 'current_user:read' } },
    token: 'https://api.figma.com/v1/oauth/token',
    userinfo: 'https://api.figma.com/v1/me',
    profile: ({ id, handle, email, img_url }) => ({ id, name: handle, email, image: img_url }),
    style: { brandColor: '#f24e1e', icon: () => import('../icons/figma.ts') },
    options,
  }
}
