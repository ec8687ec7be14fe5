import type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'
import type { RevocationRequest } from '../types/providers/oauth-endpoints.ts'

export type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

/** @see https://www.zoho.com/accounts/protocol/oauth/use-access-token.html */
export interface ZohoProfile {
  ZUID: number
  First_Name: string
  Last_Name: string
  Display_Name: string
  Email: string
}

/**
 * Returns the Zoho provider.
 *
 * Set `AUTH_ZOHO_ID` and `AUTH_ZOHO_SECRET` to your application's client ID and client secret.
 *
 * Create the application:
 * 1. In the API console, choose **Add Client**, or **Get Started** for the first one.
 * 2. Select **Server-based Applications**.
 * 3. Enter a **Client Name** and the **Homepage URL**. Paste the callback URL into **Authorized
 *    Redirect URIs**.
 * 4. Choose **Create**, and copy the client ID and the client secret.
 *
 * Scopes: `AaaServer.profile.READ` reads the profile. To read the users of Zoho CRM too,
 * add `ZohoCRM.users.READ`. Zoho expects scopes separated by commas.
 *
 * E-mail address: The address is the Zoho account's. Zoho does not report whether an address is
 * verified.
 *
 * Limits:
 * - Zoho returns a refresh token only if you set `authorization: { params: { access_type:
 *   'offline', prompt: 'consent' } }`.
 * - Zoho does not return a picture.
 *
 * Zoho stores each account in one of its data centres. By default, users in the United States data
 * centre can sign in. For another data centre, pass its server as `issuer`:
 * `https://accounts.zoho.eu`, `https://accounts.zoho.in`.
 *
 * @see https://api-console.zoho.com Register an application
 * @see https://www.zoho.com/accounts/protocol/oauth/web-apps/authorization.html Documentation
 */
export default function Zoho(options: OAuthUserConfig<ZohoProfile> = {}): OAuth2Config<ZohoProfile> {
  const server = options.issuer?.replace(/\/+$/, '') ?? 'https://accounts.zoho.com'
  return {
    id: 'zoho',
    name: 'Zoho',
    type: 'oauth',
    authorization: { url: `${server}/oauth/v2/auth`, params: { scope: 'AaaServer.profile.READ' } },
    token: { url: `${server}/oauth/v2/token`, conform: nameRefusal },
    userinfo: `${server}/oauth/user/info`,
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ ZUID, First_Name, Last_Name, Display_Name, Email }) => ({
      id: String(ZUID),
      name: [First_Name, Last_Name].filter(Boolean).join(' ') || Display_Name,
      email: Email,
      image: null,
    }),
    revocation: { request: (context) => revoke(server, context) },
    style: { brandColor: '#e42527', icon: () => import('../icons/zoho.ts') },
    options,
  }
}

/** Revokes a token: Zoho expects it in the query. */
function revoke(
  server: string,
  { token, type, clientId, clientSecret, fetch }: RevocationRequest,
): Promise<Response> {
  const query = new URLSearchParams({ token, token_type: type })
  const headers = { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` }
  return fetch(`${server}/oauth/v2/revoke/token?${query}`, { method: 'POST', headers })
}

/** Names the error for a code or a refresh token that is not valid, as the standard does. */
async function nameRefusal(response: Response): Promise<Response | undefined> {
  if (!response.ok) return undefined
  const { error } = (await response.json()) as { error?: string }
  return error === 'invalid_code' ? Response.json({ error: 'invalid_grant' }, { status: 400 }) : undefined
}
