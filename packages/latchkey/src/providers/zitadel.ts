import type { OAuthUserConfig, OIDCConfig } from '../types/oauth.ts'
import type { Profile } from '../types/user.ts'

/** @see https://zitadel.com/docs/apis/openidoauth/claims */
export interface ZitadelProfile extends Profile {
  sub: string
  /** The login name, with the primary domain of the organisation. */
  preferred_username?: string
  /** Only with the scope of the same name. */
  'urn:zitadel:iam:user:resourceowner:id'?: string
}

/**
 * ZITADEL. Environment: `AUTH_ZITADEL_ID`, `AUTH_ZITADEL_SECRET`, `AUTH_ZITADEL_ISSUER`, the last with the domain of the instance:
 * `https://<instance>.<region>.zitadel.cloud`, or your own.
 *
 * ZITADEL tells names and addresses at its userinfo endpoint, and in the ID token only if the application is set to have them there.
 *
 * @see https://zitadel.com/docs/guides/integrate/login/oidc Register an application
 * @see https://zitadel.com/docs/apis/openidoauth/endpoints Documentation
 */
export default function Zitadel(options: OAuthUserConfig<ZitadelProfile> = {}): OIDCConfig<ZitadelProfile> {
  return {
    id: 'zitadel',
    name: 'ZITADEL',
    type: 'oidc',
    idToken: false,
    style: { brandColor: '#000000' },
    options,
  }
}
