import type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'
import type { Profile } from '../types/user.ts'

export type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'

/** @see https://developer.bankid.no/bankid-with-biometrics/ */
export interface BankIDNorwayProfile extends Profile {
  sub: string
  name: string
  given_name: string
  family_name: string
  birthdate: string
  /** Sent only to applications that are registered for it. */
  email?: string
  /** The BankID certificate's personal identifier. */
  bankid_altsub?: string
}

/**
 * Returns the BankID Norway provider.
 *
 * Set `AUTH_BANKID_NO_ID` and `AUTH_BANKID_NO_SECRET` to your application's client ID and client
 * secret.
 *
 * Create the application:
 * 1. Sign an agreement with a BankID partner, which orders your OpenID Connect client.
 * 2. Give the partner the callback URL, and request the authorization code flow. If you need e-mail
 *    addresses, request access to them.
 * 3. Copy the client ID and the client secret that you receive.
 *
 * E-mail address: The address is missing unless the client is registered for it.
 *
 * Limits:
 * - The production environment requires a commercial agreement.
 *
 * Users sign in with BankID Biometrics, at assurance level substantial. For assurance level high,
 * set `authorization.params.login_hint` to `BID`.
 *
 * For tests, request a client for the preproduction environment, and set `issuer` to its issuer.
 *
 * @see https://bankid.no/en/company Register an application
 * @see https://developer.bankid.no Documentation
 */
export default function BankIDNorway(
  options: OAuthUserConfig<BankIDNorwayProfile> = {},
): OIDCConfig<BankIDNorwayProfile> {
  return {
    id: 'bankid-no',
    name: 'BankID Norge',
    type: 'oidc',
    issuer: 'https://auth.bankid.no/auth/realms/prod',
    authorization: { params: { ui_locales: 'no', login_hint: 'BIS' } },
    // Only the userinfo endpoint returns the e-mail address, in a signed response.
    idToken: false,
    client: { token_endpoint_auth_method: 'client_secret_post', userinfo_signed_response_alg: 'RS256' },
    style: { brandColor: '#39134c' },
    options,
  }
}
