import type { OAuth2Config, OAuthUserConfig } from '../types/oauth.ts'

/** @see https://developer.todoist.com/api/v1/#tag/User */
export interface TodoistProfile {
  id: string
  email: string
  full_name: string
  /** URL of a picture of 195 pixels. */
  avatar_big?: string | null
}

/**
 * Returns the Todoist provider.
 *
 * Set `AUTH_TODOIST_ID` and `AUTH_TODOIST_SECRET` to the client ID and client secret of your
 * application.
 *
 * Todoist separates scopes by commas: `data:read,task:add`.
 *
 * @see https://developer.todoist.com/appconsole.html Register an application
 * @see https://developer.todoist.com/api/v1/#tag/Authorization Documentation
 */
export default function Todoist(options: OAuthUserConfig<TodoistProfile> = {}): OAuth2Config<TodoistProfile> {
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
    style: { brandColor: '#e44332', icon: () => import('../icons/todoist.ts') },
    options,
  }
}
