import type { OAuthUserConfig, OIDCConfig } from '../types/oauth.ts'
import type { Profile } from '../types/user.ts'

/**
 * Okta. Environment: `AUTH_OKTA_ID`, `AUTH_OKTA_SECRET`, `AUTH_OKTA_ISSUER`, the last as `https://<organisation>.okta.com`, or with an
 * authorization server of your own: `https://<organisation>.okta.com/oauth2/default`.
 *
 * The profile comes from the userinfo endpoint, because ID tokens that come with an access token lack most claims, also whether an address is
 * verified.
 *
 * @see https://developer.okta.com/docs/guides/implement-grant-type/authcode/main/ Register an application
 * @see https://developer.okta.com/docs/api/openapi/okta-oauth/guides/overview/ Documentation
 */
export default function Okta(options: OAuthUserConfig<Profile> = {}): OIDCConfig<Profile> {
  return {
    id: 'okta',
    name: 'Okta',
    type: 'oidc',
    idToken: false,
    style: { brandColor: '#007dc1', icon: () => import('../icons/okta.ts') },
    options,
  }
}
