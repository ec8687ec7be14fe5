import type { OIDCConfig } from '../types/oauth.ts'
import MicrosoftEntraID, {
  type MicrosoftEntraIDOptions,
  type MicrosoftEntraIDProfile,
} from './microsoft-entra-id.ts'

export type {
  MicrosoftEntraIDOptions as AzureADOptions,
  MicrosoftEntraIDProfile as AzureADProfile,
} from './microsoft-entra-id.ts'

/**
 * Azure AD, as Microsoft Entra ID was named until 2023. Environment: `AUTH_AZURE_AD_ID`, `AUTH_AZURE_AD_SECRET`, `AUTH_AZURE_AD_ISSUER`.
 *
 * For applications whose callback URL and accounts have the old id. Everything else is as with `microsoft-entra-id`.
 *
 * @see https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps/ApplicationsListBlade Register an application
 * @see https://learn.microsoft.com/entra/identity-platform/v2-protocols-oidc Documentation
 */
export default function AzureAD(options: MicrosoftEntraIDOptions = {}): OIDCConfig<MicrosoftEntraIDProfile> {
  return { ...MicrosoftEntraID(options), id: 'azure-ad', name: 'Azure Active Directory' }
}
