import type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

export type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

/** @see https://developers.figma.com/docs/rest-api/users-endpoints/ */
export interface FigmaProfile {
  id: string
  /** User's name. */
  handle: string
  email: string
  img_url: string
}

/**
 * Returns the Figma provider.
 *
 * Set `AUTH_FIGMA_ID` and `AUTH_FIGMA_SECRET` to your application's client ID and client secret.
 *
 * Create the application:
 * 1. Open your apps and choose **Create a new app**. Enter a name, and select the team or
 *    organization that owns it.
 * 2. Copy the client ID and the client secret. Figma shows the secret only once.
 * 3. Under **OAuth credentials**, choose **Add a redirect URL** and paste the callback URL.
 * 4. Select the scope `current_user:read`.
 * 5. Publish the app. Until then, only you and your team's admins can sign in.
 *
 * Scopes: `current_user:read` reads the name, the e-mail address and the picture. To read files
 * too, add `file_content:read`, and select it for the app.
 *
 * E-mail address: The address comes from the profile. Figma does not report whether it is verified.
 *
 * Limits:
 * - A private app is limited to your organization. Figma must review a public app before anyone can
 *   use it.
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
    refresh: { url: 'https://api.figma.com/v1/oauth/refresh' },
    style: { brandColor: '#f24e1e', icon: () => import('../icons/figma.ts') },
    options,
  }
}
