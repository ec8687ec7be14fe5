import type { OAuth2Config, OAuthUserConfig, UserinfoRequest } from '../types/oauth.ts'

/** @see https://developers.notion.com/reference/user */
export interface NotionProfile {
  id: string
  /** As the `email`, only if the integration may read users. */
  name?: string | null
  avatar_url?: string | null
  person?: { email?: string }
}

/** What an application may set on Notion. */
export interface NotionOptions extends OAuthUserConfig<NotionProfile> {
  /** @deprecated not used: the callback URL is that of the provider */
  redirectUri?: string
}

/**
 * Notion. Environment: `AUTH_NOTION_ID`, `AUTH_NOTION_SECRET`.
 *
 * The integration has to be a public one, with the capability to read user information including e-mail addresses. People choose pages that it
 * may see while they sign in. Notion does not say whether an address is verified.
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
    token: { url: 'https://api.notion.com/v1/oauth/token', conform: withoutNulls },
    userinfo: { url: 'https://api.notion.com/v1/users/me', request: requestOwner },
    profile: ({ id, name, avatar_url, person }) => ({
      id,
      name: name ?? null,
      email: person?.email ?? null,
      image: avatar_url ?? null,
    }),
    style: { brandColor: '#000000', icon: () => import('../icons/notion.ts') },
    options,
  }
}

/** A token belongs to a bot, and the bot to the person. */
async function requestOwner({ tokens, fetch }: UserinfoRequest<NotionProfile>): Promise<NotionProfile> {
  const headers = { authorization: `Bearer ${tokens.access_token}`, 'notion-version': '2025-09-03' }
  const response = await fetch('https://api.notion.com/v1/users/me', { headers })
  if (!response.ok)
    throw new Error(`Notion answered the request for the profile with status ${response.status}.`)
  const { bot } = (await response.json()) as { bot: { owner: { user?: NotionProfile } } }
  if (bot.owner.user !== undefined) return bot.owner.user
  throw new Error(
    'The integration at Notion belongs to a workspace and not to a person: it has to be a public one.',
  )
}

/** Notion writes `refresh_token: null` where it gives none. */
async function withoutNulls(response: Response): Promise<Response | undefined> {
  if (!response.ok) return undefined
  const answer = (await response.json()) as Record<string, unknown>
  return Response.json(Object.fromEntries(Object.entries(answer).filter(([, value]) => value !== null)))
}
