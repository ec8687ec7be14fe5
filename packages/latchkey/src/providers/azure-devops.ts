import type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

export type { OAuth2Config } from '../types/providers/oauth.ts'

/** @see https://learn.microsoft.com/rest/api/azure/devops/profile/profiles/get */
export interface AzureDevOpsProfile {
  id: string
  displayName: string
  emailAddress: string
  /** The picture, encoded as base64. */
  coreAttributes?: { Avatar?: { value: { value: string } } }
}

/** Options for the Azure DevOps provider. */
export interface AzureDevOpsOptions<P extends AzureDevOpsProfile = AzureDevOpsProfile>
  extends OAuthUserConfig<P> {
  /** Exactly the scopes that the application is registered for. Default: `vso.profile`. */
  scope?: string
}

const PROFILE =
  'https://app.vssps.visualstudio.com/_apis/profile/profiles/me?details=true&coreAttributes=Avatar&api-version=6.0'

/**
 * Returns the Azure DevOps provider.
 *
 * Set `AUTH_AZURE_DEVOPS_ID` to the App ID and `AUTH_AZURE_DEVOPS_SECRET` to the Client Secret, not
 * the App Secret.
 *
 * Scopes: `vso.profile` reads the profile. Azure DevOps accepts exactly the scopes that the
 * application is registered with, and no other scopes. Set them with the option `scope`.
 *
 * E-mail address: The address comes from the profile. Azure DevOps does not report whether it is
 * verified.
 *
 * Limits:
 * - Latchkey does not refresh the tokens: Azure DevOps requires the callback URL in the request.
 * - Callback URLs must use HTTPS, during development too.
 *
 * Microsoft is shutting down Azure DevOps OAuth. Since April 2025 no new applications can be
 * registered, and existing applications stop working during 2026. Move to `microsoft-entra-id`.
 *
 * @see https://app.vsaex.visualstudio.com/me Registered applications
 * @see https://learn.microsoft.com/azure/devops/integrate/get-started/authentication/azure-devops-oauth Documentation
 */
export default function AzureDevOps<P extends AzureDevOpsProfile = AzureDevOpsProfile>({
  scope = 'vso.profile',
  ...options
}: AzureDevOpsOptions<P> = {}): OAuth2Config<P> {
  return {
    id: 'azure-devops',
    name: 'Azure DevOps',
    type: 'oauth',
    authorization: {
      url: 'https://app.vssps.visualstudio.com/oauth2/authorize',
      params: { response_type: 'Assertion', scope },
    },
    token: { url: 'https://app.vssps.visualstudio.com/oauth2/token', form: assertions },
    userinfo: PROFILE,
    client: { token_endpoint_auth_method: 'client_secret_post' },
    // A refresh would have to repeat the callback URL, which is not kept.
    refresh: false,
    omits: ['pkce'],
    profile: ({ id, displayName, emailAddress, coreAttributes }) => ({
      id,
      name: displayName,
      email: emailAddress,
      image: coreAttributes?.Avatar ? `data:image/jpeg;base64,${coreAttributes.Avatar.value.value}` : null,
    }),
    style: { brandColor: '#0078d4' },
    options,
  }
}

/**
 * Returns the token request: Azure DevOps expects code and secret as assertions, and no client ID.
 */
function assertions({
  code,
  client_secret,
  redirect_uri,
}: Readonly<Record<string, string>>): Record<string, string | undefined> {
  return {
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: client_secret,
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: code,
    redirect_uri,
  }
}
