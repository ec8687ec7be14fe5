import type { OAuthUserConfig, OIDCConfig } from '../types/oauth.ts'
import type { Profile } from '../types/user.ts'

/** @see https://developer.vippsmobilepay.com/docs/APIs/login-api/api-guide/user-info/ */
export interface VippsProfile extends Profile {
  /** Id of the person for the merchant. */
  sub: string
  /** Only with the scope `phoneNumber`. */
  phone_number?: string
  /** Only with the scope `birthDate`: ISO 8601. */
  birthdate?: string
}

/**
 * Vipps MobilePay. Environment: `AUTH_VIPPS_ID`, `AUTH_VIPPS_SECRET`, and for tests
 * `AUTH_VIPPS_ISSUER=https://apitest.vipps.no/access-management-1.0/access/`, with the slash at its end.
 *
 * The token endpoint authentication of the sales unit has to be `client_secret_basic`, which it is unless it was changed. There are no pictures.
 *
 * @see https://portal.vippsmobilepay.com Register an application
 * @see https://developer.vippsmobilepay.com/docs/APIs/login-api/ Documentation
 */
export default function Vipps(options: OAuthUserConfig<VippsProfile> = {}): OIDCConfig<VippsProfile> {
  return {
    id: 'vipps',
    name: 'Vipps',
    type: 'oidc',
    issuer: 'https://api.vipps.no/access-management-1.0/access/',
    authorization: { params: { scope: 'openid name email' } },
    idToken: false,
    style: { brandColor: '#ff5b24' },
    options,
  }
}
