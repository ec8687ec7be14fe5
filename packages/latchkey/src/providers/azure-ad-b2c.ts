import type { OAuthUserConfig, OIDCConfig } from '../types/oauth.ts'
import type { Profile } from '../types/user.ts'

/** @see https://learn.microsoft.com/azure/active-directory-b2c/tokens-overview#claims */
export interface AzureADB2CProfile extends Profile {
  sub: string
  /** Only if the user flow returns the claim Display Name. */
  name?: string
  /** Of user flows, if they return the claim Email Addresses. */
  emails?: string[]
  /** Of custom policies. */
  email?: string
  /** Name of the user flow or policy. */
  tfp?: string
}

/**
 * Azure AD B2C. Environment: `AUTH_AZURE_AD_B2C_ID`, `AUTH_AZURE_AD_B2C_SECRET`, `AUTH_AZURE_AD_B2C_ISSUER`, the last with the user flow:
 * `https://<tenant>.b2clogin.com/<tenant>.onmicrosoft.com/B2C_1_<flow>/v2.0`.
 *
 * The client id has to be known to the factory: pass it, or list the provider uncalled. Among the application claims of the user flow choose
 * Display Name and Email Addresses. B2C does not say whether an address is verified. Since May 2025 it is not sold to new customers.
 *
 * @see https://learn.microsoft.com/azure/active-directory-b2c/tutorial-register-applications Register an application
 * @see https://learn.microsoft.com/azure/active-directory-b2c/openid-connect Documentation
 */
export default function AzureADB2C(
  options: OAuthUserConfig<AzureADB2CProfile> = {},
): OIDCConfig<AzureADB2CProfile> {
  // It gives an access token, which the standard demands, only for an API; the application’s own id stands for such a one.
  const scope = ['openid', 'offline_access', options.clientId].filter(Boolean).join(' ')
  return {
    id: 'azure-ad-b2c',
    name: 'Azure AD B2C',
    type: 'oidc',
    // The discovery document lies at the user flow, and names the issuer of the tenant.
    issuerTemplate: 'https://{host}/{tid}/v2.0/',
    authorization: { params: { scope } },
    profile: ({ sub, name, preferred_username, emails, email }) => ({
      id: sub,
      name: name ?? preferred_username,
      email: emails?.[0] ?? email,
      image: null,
    }),
    isEmailVerified: () => false,
    style: { brandColor: '#0072c6' },
    options,
  }
}
