import type { OIDCConfig } from '../types/providers/oauth.ts'
import MicrosoftEntraID, {
  type MicrosoftEntraIDOptions,
  type MicrosoftEntraIDProfile,
} from './microsoft-entra-id.ts'

export type { OIDCConfig } from '../types/providers/oauth.ts'
export type {
  MicrosoftEntraIDOptions as AzureADOptions,
  MicrosoftEntraIDProfile as AzureADProfile,
} from './microsoft-entra-id.ts'

/**
 * Returns the Azure AD provider. Azure AD was renamed to Microsoft Entra ID in 2023.
 *
 * Set `AUTH_AZURE_AD_ID` and `AUTH_AZURE_AD_SECRET` to your application's client ID and client
 * secret. To restrict who can sign in, set `AUTH_AZURE_AD_ISSUER` as described for
 * `microsoft-entra-id`.
 *
 * Create the application:
 * 1. In the Microsoft Entra admin center, open **App registrations** and choose **New
 *    registration**.
 * 2. Under **Supported account types**, select who can sign in.
 * 3. Under **Redirect URI**, select the platform **Web** and paste the callback URL. Choose
 *    **Register**.
 * 4. Copy the **Application (client) ID** from **Overview**.
 * 5. Under **Certificates & secrets**, choose **New client secret** and copy its **Value**, not its
 *    ID.
 *
 * Scopes: With `User.Read`, Latchkey fetches the picture from Microsoft Graph. For a refresh token,
 * add `offline_access`.
 *
 * E-mail address: The address comes from the claim `email`, which is missing for users who have no
 * address in Entra. Entra does not report whether an address is verified, and tenants choose their
 * users' addresses.
 *
 * Limits:
 * - Client secrets expire after 24 months at the latest.
 *
 * Use this provider if your callback URL and your stored accounts have the ID `azure-ad`. In all
 * other respects it behaves like `microsoft-entra-id`.
 *
 * @see https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps/ApplicationsListBlade Register an application
 * @see https://learn.microsoft.com/entra/identity-platform/v2-protocols-oidc Documentation
 */
export default function AzureAD(options: MicrosoftEntraIDOptions = {}): OIDCConfig<MicrosoftEntraIDProfile> {
  return { ...MicrosoftEntraID(options), id: 'azure-ad', name: 'Azure Active Directory' }
}
