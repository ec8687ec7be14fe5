import type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'
import type { Profile } from '../types/user.ts'

export type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'

/** @see https://docs.kinde.com/build/tokens/about-id-tokens/ */
export interface KindeProfile extends Profile {
  sub: string
  /** The user's organization IDs. */
  org_codes?: readonly string[]
  /** User ID in the system that they were imported from. */
  provided_id?: string
  first_name?: string
  last_name?: string
  preferred_email?: string
  username?: string
}

/**
 * Returns the Kinde provider.
 *
 * Set `AUTH_KINDE_ID` and `AUTH_KINDE_SECRET` to your application's client ID and client secret,
 * and `AUTH_KINDE_ISSUER` to `https://<business>.kinde.com`.
 *
 * Create the application:
 * 1. In Kinde, open **Settings → Applications** and choose **Add application**. Select **Back-end
 *    web**.
 * 2. Choose **View details** and add the callback URL to **Allowed callback URLs**. Save the
 *    changes.
 * 3. Copy the **Client ID** and the **Client secret** from **App keys**.
 *
 * @see https://docs.kinde.com/build/applications/add-and-manage-applications/ Register an application
 * @see https://docs.kinde.com/build/tokens/about-id-tokens/ Documentation
 */
export default function Kinde(options: OAuthUserConfig<KindeProfile> = {}): OIDCConfig<KindeProfile> {
  return {
    id: 'kinde',
    name: 'Kinde',
    type: 'oidc',
    revocation: '/oauth2/revoke',
    endSession: {
      url: '/logout',
      params: ({ post_logout_redirect_uri }) => ({ redirect: post_logout_redirect_uri }),
    },
    style: { brandColor: '#0f0f0f' },
    options,
  }
}
