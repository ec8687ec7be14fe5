import type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'
import type { RevocationRequest } from '../types/providers/oauth-endpoints.ts'

export type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

/** @see https://developer.todoist.com/api/v1/#tag/User */
export interface TodoistProfile {
  id: string
  email: string
  full_name: string
  /** URL of a 195-pixel picture. */
  avatar_big?: string | null
}

/**
 * Returns the Todoist provider.
 *
 * Set `AUTH_TODOIST_ID` and `AUTH_TODOIST_SECRET` to your application's client ID and client
 * secret.
 *
 * Create the application:
 * 1. In the App Management Console, create an app and enter its name.
 * 2. Enter the callback URL in **OAuth redirect URL**, and save the settings.
 * 3. Copy the **Client ID** and the **Client Secret**.
 *
 * Scopes: `data:read` reads the profile and all tasks. To create tasks too, add `task:add`. Todoist
 * expects scopes separated by commas.
 *
 * E-mail address: The address is the Todoist account's. Todoist does not report whether an address
 * is verified.
 *
 * Limits:
 * - Todoist has no scope for the profile alone, so users also give access to their tasks.
 * - You get a refresh token only if refresh tokens are turned on for the application. They are for
 *   new ones.
 *
 * @see https://developer.todoist.com/appconsole.html Register an application
 * @see https://developer.todoist.com/api/v1/#tag/Authorization Documentation
 */
export default function Todoist<P extends TodoistProfile = TodoistProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return {
    id: 'todoist',
    name: 'Todoist',
    type: 'oauth',
    authorization: { url: 'https://app.todoist.com/oauth/authorize', params: { scope: 'data:read' } },
    token: 'https://api.todoist.com/oauth/access_token',
    userinfo: 'https://api.todoist.com/api/v1/user',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ id, full_name, email, avatar_big }) => ({
      id,
      name: full_name,
      email,
      image: avatar_big ?? null,
    }),
    revocation: { types: ['access_token'], request: revoke },
    style: { brandColor: '#e44332', icon: () => import('../icons/todoist.ts') },
    options,
  }
}

/** Revokes an access token: Todoist expects JSON. */
function revoke({ token, type, clientId, clientSecret, fetch }: RevocationRequest): Promise<Response> {
  return fetch('https://api.todoist.com/api/v1/revoke', {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ token, token_type_hint: type }),
  })
}
