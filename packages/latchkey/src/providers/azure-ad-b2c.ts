import type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'
import type { Profile } from '../types/user.ts'

export type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'

/** @see https://learn.microsoft.com/azure/active-directory-b2c/tokens-overview#claims */
export interface AzureADB2CProfile extends Profile {
  sub: string
  /** Present only if the user flow returns the claim Display Name. */
  name?: string
  /** Sent by user flows that return the claim Email Addresses. */
  emails?: string[]
  /** Sent by custom policies. */
  email?: string
  /** Name of the user flow or custom policy. */
  tfp?: string
}

/**
 * Returns the Azure AD B2C provider.
 *
 * Set `AUTH_AZURE_AD_B2C_ID` and `AUTH_AZURE_AD_B2C_SECRET` to your application's client ID and
 * client secret, and `AUTH_AZURE_AD_B2C_ISSUER` to the user flow's URL:
 * `https://<tenant>.b2clogin.com/<tenant>.onmicrosoft.com/B2C_1_<flow>/v2.0`.
 *
 * Create the application:
 * 1. In the Azure portal, switch to the B2C tenant and open **Azure AD B2C → App registrations**.
 *    Choose **New registration**.
 * 2. Under **Supported account types**, select **Accounts in any identity provider or
 *    organizational directory**.
 * 3. Under **Redirect URI**, select **Web** and paste the callback URL. Choose **Register**, and
 *    copy the **Application (client) ID**.
 * 4. Under **Certificates & secrets**, choose **New client secret** and copy its **Value**.
 * 5. Open **User flows**. In your user flow's **Application claims**, select **Display Name** and
 *    **Email Addresses**.
 *
 * Scopes: `openid` gives the user ID, `offline_access` gives a refresh token. Latchkey adds the
 * client ID as a scope, because B2C otherwise issues no access token. The claims come from the user
 * flow, so sign-in needs no other scopes.
 *
 * E-mail address: The address is missing unless the user flow returns the claim **Email
 * Addresses**. B2C does not report whether it is verified.
 *
 * Limits:
 * - Since May 2025, B2C is not sold to new customers.
 * - B2C returns no picture.
 *
 * The factory needs the client ID: pass `clientId`, or list the provider without calling it.
 *
 * @see https://learn.microsoft.com/azure/active-directory-b2c/tutorial-register-applications Register an application
 * @see https://learn.microsoft.com/azure/active-directory-b2c/openid-connect Documentation
 */
export default function AzureADB2C(
  options: OAuthUserConfig<AzureADB2CProfile> = {},
): OIDCConfig<AzureADB2CProfile> {
  // B2C issues an access token, which OpenID Connect requires, only if the scope names an API. The
  // application's own client ID counts as one.
  const scope = ['openid', 'offline_access', options.clientId].filter(Boolean).join(' ')
  return {
    id: 'azure-ad-b2c',
    name: 'Azure AD B2C',
    type: 'oidc',
    // The discovery document is at the user flow's URL, but contains the tenant's issuer.
    issuerTemplate: 'https://{host}/{tid}/v2.0/',
    authorization: { params: { scope } },
    profile: ({ sub, name, preferred_username, emails, email }) => ({
      id: sub,
      name: name ?? preferred_username,
      email: emails?.[0] ?? email,
      image: null,
    }),
    isEmailVerified: () => undefined,
    revocation: false,
    style: { brandColor: '#0072c6' },
    options,
  }
}
