import type { OAuth2Config, OAuthUserConfig, UserinfoRequest } from '../types/providers/oauth.ts'

export type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

/**
 * @see https://developers.hubspot.com/docs/api-reference/latest/authentication/oauth-tokens/token-introspect
 */
export interface HubSpotProfile {
  active: boolean
  user_id: number
  /** The user's e-mail address. */
  user?: string
  /** ID of the HubSpot account that the application was installed in. */
  hub_id: number
  hub_domain?: string
  scopes: readonly string[]
}

const API = 'https://api.hubapi.com/oauth/2026-03/token'

/**
 * Returns the HubSpot provider.
 *
 * Set `AUTH_HUBSPOT_ID` and `AUTH_HUBSPOT_SECRET` to your application's client ID and client
 * secret.
 *
 * Create the application:
 * 1. Install the HubSpot CLI. Connect it to your account with `hs account auth`, and create a
 *    project with `hs project create`.
 * 2. In `app-hsmeta.json`, set the type of `auth` to `oauth` and add `oauth` to `requiredScopes`.
 * 3. In the same file, add the callback URL to `redirectUrls`.
 * 4. Upload the project with `hs project upload`.
 * 5. In HubSpot, open **Development**, select the project and then the application. Copy the client
 *    ID and the client secret from **Auth**.
 *
 * Scopes: `oauth` only signs the user in. To read contacts too, add `crm.objects.contacts.read`.
 * Add every scope that you request to `requiredScopes` as well.
 *
 * E-mail address: The address belongs to the HubSpot user who signs in. HubSpot does not report
 * whether it is verified.
 *
 * Limits:
 * - Signing in installs the application in a HubSpot account that the user selects. The user must
 *   be a super admin or have the permission **HubSpot Marketplace Access**.
 * - HubSpot returns neither a name nor a picture. `user.name` is the e-mail address.
 *
 * The older `oauth/v1` endpoints, which end in February 2027, are not used.
 *
 * @see https://developers.hubspot.com/ Register an application
 * @see https://developers.hubspot.com/docs/api-reference/legacy/authentication/oauth-tokens/v1/migration-guide Documentation
 */
export default function HubSpot(options: OAuthUserConfig<HubSpotProfile> = {}): OAuth2Config<HubSpotProfile> {
  return {
    id: 'hubspot',
    name: 'HubSpot',
    type: 'oauth',
    authorization: { url: 'https://app.hubspot.com/oauth/authorize', params: { scope: 'oauth' } },
    token: { url: API, conform: nameRefusal },
    userinfo: { url: `${API}/introspect`, request: introspect },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ user_id, user }) => ({ id: String(user_id), name: user, email: user, image: null }),
    revocation: { url: `${API}/revoke`, types: ['refresh_token'] },
    style: { brandColor: '#ff7a59', icon: () => import('../icons/hubspot.ts') },
    options,
  }
}

/** Introspects the access token, which is the only source of user data at HubSpot. */
async function introspect({
  tokens,
  provider,
  fetch,
}: UserinfoRequest<HubSpotProfile>): Promise<HubSpotProfile> {
  const { clientId, clientSecret = '' } = provider
  const body = {
    client_id: clientId,
    client_secret: clientSecret,
    token: tokens.access_token ?? '',
    token_type_hint: 'access_token',
  }
  const response = await fetch(`${API}/introspect`, { method: 'POST', body: new URLSearchParams(body) })
  if (!response.ok) throw new Error(`HubSpot returned status ${response.status} for the profile request.`)
  return (await response.json()) as HubSpotProfile
}

/** Names the error for a refresh token that is not valid as the standard does. */
async function nameRefusal(response: Response): Promise<Response | undefined> {
  if (response.status !== 400) return undefined
  const { status } = (await response.json()) as { status?: string }
  return status === 'BAD_REFRESH_TOKEN'
    ? Response.json({ error: 'invalid_grant' }, { status: 400 })
    : undefined
}
