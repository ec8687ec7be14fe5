import type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'
import type { Profile } from '../types/user.ts'

export type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'

/** @see https://huggingface.co/docs/hub/oauth */
export interface HuggingFaceProfile extends Profile {
  sub: string
  isPro?: boolean
  /** The user's organizations. */
  orgs?: readonly {
    sub: string
    name: string
    preferred_username: string
    picture?: string
    roleInOrg?: string
  }[]
}

/** @deprecated Use {@link HuggingFaceProfile}. */
export type HuggingfaceProfile = HuggingFaceProfile

/**
 * Returns the Hugging Face provider.
 *
 * Set `AUTH_HUGGINGFACE_ID` and `AUTH_HUGGINGFACE_SECRET` to your application's client ID and
 * client secret.
 *
 * Create the application:
 * 1. Open **Settings → Connected Apps** and, under **Developer Applications**, choose **Create
 *    App**.
 * 2. Enter an **Application Name** and your site's **Homepage URL**.
 * 3. Under **Scopes**, select `openid`, `profile` and `email`.
 * 4. Add the callback URL to the redirect URLs, and create the application with a client secret.
 * 5. Copy the client ID and the client secret.
 *
 * @see https://huggingface.co/settings/applications/new Register an application
 * @see https://huggingface.co/docs/hub/oauth Documentation
 */
export default function HuggingFace(
  options: OAuthUserConfig<HuggingFaceProfile> = {},
): OIDCConfig<HuggingFaceProfile> {
  return {
    id: 'huggingface',
    name: 'Hugging Face',
    type: 'oidc',
    issuer: 'https://huggingface.co',
    style: { brandColor: '#ffd21e', icon: () => import('../icons/huggingface.ts') },
    options,
  }
}
