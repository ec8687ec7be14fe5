import type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'
import type { CustomProfile } from '../types/user.ts'

export type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'

/**
 * @see https://developer.okta.com/docs/api/openapi/okta-oauth/oauth/tag/OrgAS/#tag/OrgAS/operation/userinfo
 */
export interface OktaProfile extends CustomProfile {
  sub: string
  name?: string
  nickname?: string
  preferred_username?: string
  given_name?: string
  middle_name?: string
  family_name?: string
  email?: string
  profile?: string
  picture?: string
  website?: string
  gender?: string
  birthdate?: string
  zoneinfo?: string
  locale?: string
  phone_number?: string
}

/**
 * Returns the Okta provider.
 *
 * Set `AUTH_OKTA_ID` and `AUTH_OKTA_SECRET` to your application's client ID and client secret, and
 * `AUTH_OKTA_ISSUER` to `https://<organization>.okta.com`, or for a custom authorization server to
 * `https://<organization>.okta.com/oauth2/default`.
 *
 * Create the application:
 * 1. In the Admin Console, open **Applications → Applications** and choose **Create App
 *    Integration**.
 * 2. Select **OIDC - OpenID Connect** and **Web Application**, and choose **Next**.
 * 3. Leave **Authorization Code** selected, and add the callback URL to **Sign-in redirect URIs**.
 * 4. Under **Assignments**, select who can sign in. Save the application.
 * 5. Copy the client ID and the client secret.
 *
 * Limits:
 * - Only users who are assigned to the application can sign in.
 * - For a refresh token, select the grant type **Refresh Token** in the application and request the
 *   scope `offline_access`.
 *
 * The profile comes from the userinfo endpoint. ID tokens that are issued together with an access
 * token lack most claims, including `email_verified`.
 *
 * @see https://developer.okta.com/docs/guides/implement-grant-type/authcode/main/ Register an application
 * @see https://developer.okta.com/docs/api/openapi/okta-oauth/guides/overview/ Documentation
 */
export default function Okta<P extends OktaProfile = OktaProfile>(
  options: OAuthUserConfig<P> = {},
): OIDCConfig<P> {
  return {
    id: 'okta',
    name: 'Okta',
    type: 'oidc',
    idToken: false,
    style: { brandColor: '#007dc1', icon: () => import('../icons/okta.ts') },
    options,
  }
}
