import type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'
import type { Profile } from '../types/user.ts'

export type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'

/** @see https://zitadel.com/docs/apis/openidoauth/claims */
export interface ZitadelProfile extends Profile {
  sub: string
  /** The login name, with the organization's primary domain. */
  preferred_username?: string
  /** Sent only with the scope that has the same name. */
  'urn:zitadel:iam:user:resourceowner:id'?: string
}

/**
 * Returns the ZITADEL provider.
 *
 * Set `AUTH_ZITADEL_ID` and `AUTH_ZITADEL_SECRET` to your application's client ID and client
 * secret, and `AUTH_ZITADEL_ISSUER` to the instance's URL:
 * `https://<instance>.<region>.zitadel.cloud`, or your own domain.
 *
 * Create the application:
 * 1. In the management console, open a project or create one. Choose **New** to add an application.
 * 2. Enter a name, and select the type **Web**.
 * 3. Select the authentication method **Code**.
 * 4. Add the callback URL to **Redirect URIs**. For URLs with HTTP, such as those of `localhost`,
 *    turn on **Development Mode**.
 * 5. Create the application, and copy the client ID and the client secret.
 *
 * ZITADEL returns names and e-mail addresses from its userinfo endpoint. ID tokens contain them
 * only if the application is configured to include them.
 *
 * @see https://zitadel.com/docs/guides/integrate/login/oidc Register an application
 * @see https://zitadel.com/docs/apis/openidoauth/endpoints Documentation
 */
export default function Zitadel<P extends ZitadelProfile = ZitadelProfile>(
  options: OAuthUserConfig<P> = {},
): OIDCConfig<P> {
  return {
    id: 'zitadel',
    name: 'ZITADEL',
    type: 'oidc',
    idToken: false,
    style: { brandColor: '#000000' },
    options,
  }
}
