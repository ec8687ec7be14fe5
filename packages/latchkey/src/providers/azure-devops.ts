import type { OAuth2Config, OAuthUserConfig } from '../types/oauth.ts'

/** @see https://learn.microsoft.com/rest/api/azure/devops/profile/profiles/get */
export interface AzureDevOpsProfile {
  id: string
  displayName: string
  emailAddress: string
  /** The picture itself, as base64. */
  coreAttributes?: { Avatar?: { value: { value: string } } }
}

/** What an application may set on Azure DevOps. */
export interface AzureDevOpsOptions extends OAuthUserConfig<AzureDevOpsProfile> {
  /** All that the application is registered for, no less and no more. Default: `vso.profile`. */
  scope?: string
}

const PROFILE =
  'https://app.vssps.visualstudio.com/_apis/profile/profiles/me?details=true&coreAttributes=Avatar&api-version=6.0'

/**
 * Azure DevOps. Environment: `AUTH_AZURE_DEVOPS_ID` (the App ID), `AUTH_AZURE_DEVOPS_SECRET` (the Client Secret, not the App Secret).
 *
 * Microsoft closes it: no application can be registered since April 2025, and those that were stop working in the course of 2026. Move to
 * `microsoft-entra-id`. Callback URLs need HTTPS, also while you develop.
 *
 * @see https://app.vsaex.visualstudio.com/me Registered applications
 * @see https://learn.microsoft.com/azure/devops/integrate/get-started/authentication/azure-devops-oauth Documentation
 */
export default function AzureDevOps({
  scope = 'vso.profile',
  ...options
}: AzureDevOpsOptions = {}): OAuth2Config<AzureDevOpsProfile> {
  return {
    id: 'azure-devops',
    name: 'Azure DevOps',
    type: 'oauth',
    authorization: {
      url: 'https://app.vssps.visualstudio.com/oauth2/authorize',
      params: { response_type: 'Assertion', scope },
    },
    token: { url: 'https://app.vssps.visualstudio.com/oauth2/token', form: assertions, conform: asBearer },
    userinfo: PROFILE,
    client: { token_endpoint_auth_method: 'client_secret_post' },
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

/** The code and the secret are both called assertions there, and the application’s id is not asked for. */
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

/** It calls the type of its tokens `jwt-bearer`, and takes them like any bearer's. */
async function asBearer(response: Response): Promise<Response | undefined> {
  return response.ok ? Response.json({ ...(await response.json()), token_type: 'bearer' }) : undefined
}
