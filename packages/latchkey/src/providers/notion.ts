import type { OAuth2Config, OAuthUserConfig, UserinfoRequest } from '../types/providers/oauth.ts'
import type { RevocationRequest } from '../types/providers/oauth-endpoints.ts'

export type { OAuth2Config } from '../types/providers/oauth.ts'

/** @see https://developers.notion.com/reference/user */
export interface NotionProfile {
  id: string
  /** Like `email`, sent only if the integration may read users. */
  name?: string | null
  avatar_url?: string | null
  person?: { email?: string }
}

/** Options for the Notion provider. */
export interface NotionOptions extends OAuthUserConfig<NotionProfile> {
  /** @deprecated Ignored: Latchkey uses the provider's callback URL. */
  redirectUri?: string
}

/**
 * Returns the Notion provider.
 *
 * Set `AUTH_NOTION_ID` and `AUTH_NOTION_SECRET` to your application's client ID and client secret.
 *
 * Create the application:
 * 1. Choose **New integration** and select the type **Public**.
 * 2. Paste the callback URL into **Redirect URIs** and save.
 * 3. Under **Capabilities**, select **Read user information including email addresses**.
 * 4. Copy the **OAuth Client ID** and the **OAuth Client Secret** from the tab **Configuration**.
 *
 * Scopes: The integration's capabilities decide what it can do.
 *
 * E-mail address: The address is missing unless the integration may read e-mail addresses. Notion
 * does not report whether it is verified.
 *
 * Limits:
 * - Users select the pages that the integration may access when they sign in.
 * - Without HTTPS, a callback URL must use the host `localhost`, not `127.0.0.1`.
 *
 * @see https://www.notion.so/profile/integrations Register an application
 * @see https://developers.notion.com/guides/authorization/overview Documentation
 */
export default function Notion({
  redirectUri: _,
  ...options
}: NotionOptions = {}): OAuth2Config<NotionProfile> {
  return {
    id: 'notion',
    name: 'Notion',
    type: 'oauth',
    authorization: { url: 'https://api.notion.com/v1/oauth/authorize', params: { owner: 'user', scope: '' } },
    token: 'https://api.notion.com/v1/oauth/token',
    userinfo: { url: 'https://api.notion.com/v1/users/me', request: requestOwner },
    profile: ({ id, name, avatar_url, person }) => ({
      id,
      name: name ?? null,
      email: person?.email ?? null,
      image: avatar_url ?? null,
    }),
    revocation: { types: ['access_token'], request: revoke },
    style: { brandColor: '#000000', icon: () => import('../icons/notion.ts') },
    options,
  }
}

/** Requests the profile: the token belongs to a bot, and the bot belongs to the user. */
async function requestOwner({ tokens, fetch }: UserinfoRequest<NotionProfile>): Promise<NotionProfile> {
  const headers = { authorization: `Bearer ${tokens.access_token}`, 'notion-version': '2025-09-03' }
  const response = await fetch('https://api.notion.com/v1/users/me', { headers })
  if (!response.ok) throw new Error(`Notion returned status ${response.status} for the profile request.`)
  const { bot } = (await response.json()) as { bot: { owner: { user?: NotionProfile } } }
  if (bot.owner.user !== undefined) return bot.owner.user
  throw new Error(
    'The Notion integration belongs to a workspace, not to a user. Make it a public integration.',
  )
}

/** Revokes an access token: Notion expects JSON. */
function revoke({ token, clientId, clientSecret, fetch }: RevocationRequest): Promise<Response> {
  return fetch('https://api.notion.com/v1/oauth/revoke', {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}`,
      'content-type': 'application/json',
      'notion-version': '2025-09-03',
    },
    body: JSON.stringify({ token }),
  })
}
