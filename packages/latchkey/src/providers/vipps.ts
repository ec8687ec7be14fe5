import type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'
import type { Profile } from '../types/user.ts'

export type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'

/** @see https://developer.vippsmobilepay.com/docs/APIs/login-api/api-guide/user-info/ */
export interface VippsProfile extends Profile {
  /** User ID, specific to the merchant. */
  sub: string
  /** Sent only with the scope `phoneNumber`. */
  phone_number?: string
  /** ISO 8601 date. Sent only with the scope `birthDate`. */
  birthdate?: string
}

/**
 * Returns the Vipps MobilePay provider.
 *
 * Set `AUTH_VIPPS_ID` and `AUTH_VIPPS_SECRET` to your application's client ID and client secret.
 * For tests, set `AUTH_VIPPS_ISSUER` to `https://apitest.vipps.no/access-management-1.0/access/`,
 * including the slash at the end.
 *
 * Create the application:
 * 1. In the business portal, order or activate Login for a sales unit.
 * 2. Open **For developers**, and set up login for the sales unit.
 * 3. Add the callback URL as a redirect URI. Leave the token endpoint authentication method at
 *    `client_secret_basic`, which is the default.
 * 4. Show the sales unit's API keys, and copy the client ID and the client secret.
 *
 * Scopes: `name` gives the name, `email` the e-mail address. To read the phone number too,
 * add `phoneNumber`.
 *
 * Limits:
 * - You need a business account at Vipps MobilePay. Test sales units have their own keys and
 *   issuer.
 * - Vipps MobilePay does not return a picture.
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
    refresh: false,
    style: { brandColor: '#ff5b24' },
    options,
  }
}
