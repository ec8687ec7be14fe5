import type { OAuthUserConfig, OIDCConfig } from '../types/oauth.ts'
import type { Profile } from '../types/user.ts'

/** @see https://huggingface.co/docs/hub/oauth */
export interface HuggingFaceProfile extends Profile {
  sub: string
  isPro?: boolean
  /** Organizations of the user. */
  orgs?: readonly {
    sub: string
    name: string
    preferred_username: string
    picture?: string
    roleInOrg?: string
  }[]
}

/**
 * Returns the Hugging Face provider.
 *
 * Set `AUTH_HUGGINGFACE_ID` and `AUTH_HUGGINGFACE_SECRET` to the client ID and client secret of
 * your application.
 *
 * Give the application the scopes `openid`, `profile` and `email`.
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
